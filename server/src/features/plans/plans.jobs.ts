import type { Platform } from '../../platform/platform.ts';
import { carryOutMoves } from './plan-moves.service.ts';

/** Every day, soon after it begins in UTC, the subscribers whose day it is are moved. */
export function registerPlanJobs(platform: Platform): void {
  platform.jobs.schedule('move-plan-subscribers', '5 0 * * *', async () => {
    await carryOutMoves(platform);
  });
}

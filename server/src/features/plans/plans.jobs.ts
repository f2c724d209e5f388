import type { Platform } from '../../platform/process/platform.ts';
import { carryOutMoves } from './plan-moves.service.ts';

/**
 * Every hour, before what is due in it is charged, the subscribers whose day it is are moved: a server that does not run
 * at midnight moves them too.
 */
export function registerPlanJobs(platform: Platform): void {
  platform.jobs.schedule('move-plan-subscribers', '5 * * * *', async () => {
    await carryOutMoves(platform);
  });
}

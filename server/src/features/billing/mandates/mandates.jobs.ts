import type { Platform } from '../../../platform/process/platform.ts';
import { expireMandates } from './mandates.service.ts';

export function registerMandateJobs(platform: Platform): void {
  platform.jobs.daily('expire-mandates', '04:40', async () => {
    await expireMandates(platform);
  });
}

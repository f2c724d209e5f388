import type { Platform } from '../../../platform/process/platform.ts';
import { tellCertificateEnding } from './certificate.service.ts';
import { SENDING_JOB, sendRecords } from './sending.service.ts';

/** Each minute it is looked whether records wait; where more do than a message holds, it is queued again by itself. */
export function registerVerifactuJobs(platform: Platform): void {
  platform.jobs.schedule(SENDING_JOB, '* * * * *', async () => {
    await sendRecords(platform);
  });
  platform.jobs.daily('tell-verifactu-certificate', '05:40', () => tellCertificateEnding(platform));
}

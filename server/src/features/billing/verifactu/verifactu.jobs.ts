import type { Platform } from '../../../platform/process/platform.ts';
import { tellCertificateEnding } from './certificate.service.ts';

export function registerVerifactuJobs(platform: Platform): void {
  platform.jobs.daily('tell-verifactu-certificate', '05:40', () => tellCertificateEnding(platform));
}

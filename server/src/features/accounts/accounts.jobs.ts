import type { Platform } from '../../platform/platform.ts';
import { deleteEnded } from './mailed-links.queries.ts';

/** Every hour, what has ended is forgotten: sessions at once, links after a month. */
export function registerAccountJobs(platform: Platform): void {
  platform.jobs.schedule('accounts.forget-ended', '17 * * * *', () =>
    platform.database.withSystem('forget ended sessions and links', deleteEnded),
  );
}

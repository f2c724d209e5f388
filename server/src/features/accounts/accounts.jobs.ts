import type { Platform } from '../../platform/platform.ts';
import { deleteEnded } from './mailed-links.queries.ts';
import { PASSWORD_REQUESTS, answerPasswordRequest } from './password-requests.service.ts';
import type { PasswordRequest } from './password-requests.service.ts';

/** Wishes for a new password are answered at once; every hour, what has ended is forgotten: sessions at once, links after a month. */
export function registerAccountJobs(platform: Platform): void {
  platform.jobs.work<PasswordRequest>(PASSWORD_REQUESTS, (asked) => answerPasswordRequest(platform, asked));
  platform.jobs.schedule('accounts.forget-ended', '17 * * * *', () =>
    platform.database.withSystem('forget ended sessions and links', deleteEnded),
  );
}

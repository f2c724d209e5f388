import type { Platform } from '../../../platform/process/platform.ts';
import { registerAccountMails } from './accounts.service.ts';
import { deleteEnded } from './mailed-links.queries.ts';
import { PASSWORD_REQUESTS, answerPasswordRequest } from './password-requests.service.ts';
import type { PasswordRequest } from './password-requests.service.ts';

/** Requests for a new password answered at a time: a flood of them is worked off and leaves connections to others. */
const ASKED_AT_ONCE = 5;

/**
 * Mails that are written when they leave; requests for a new password, answered at once; and every hour what has ended
 * is deleted: sessions at once, links after a month.
 */
export function registerAccountJobs(platform: Platform): void {
  registerAccountMails(platform);
  platform.jobs.work<PasswordRequest>(PASSWORD_REQUESTS, (asked) => answerPasswordRequest(platform, asked), {
    at_once: ASKED_AT_ONCE,
  });
  platform.jobs.schedule('accounts.forget-ended', '17 * * * *', () =>
    platform.database.withSystem('forget ended sessions and links', deleteEnded),
  );
}

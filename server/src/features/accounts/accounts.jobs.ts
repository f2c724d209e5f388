import type { Platform } from '../../platform/platform.ts';
import { registerAccountMails } from './accounts.service.ts';
import { deleteEnded } from './mailed-links.queries.ts';
import { PASSWORD_REQUESTS, answerPasswordRequest } from './password-requests.service.ts';
import type { PasswordRequest } from './password-requests.service.ts';

/** Wishes for a new password at a time: a flood of them keeps nobody waiting, and leaves connections for the rest. */
const ASKED_AT_ONCE = 5;

/**
 * Mails that are written when they leave; wishes for a new password, answered at once; and every hour what has ended is
 * forgotten: sessions at once, links after a month.
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

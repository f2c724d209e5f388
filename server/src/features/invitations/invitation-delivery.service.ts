import type { Db, SystemDb } from '../../platform/database/database.ts';
import { MailError } from '../../platform/mail/mail.ts';
import type { Message } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSettings } from '../../platform/settings.queries.ts';
import { withSender } from '../../platform/settings.ts';
import { notify } from '../notifications/notify.service.ts';
import { inviterMail, invitationMail, reminderMail } from './invitations.email.ts';
import type { InviterMail, InvitationMail } from './invitations.email.ts';
import {
  claimExpiries,
  claimReminders,
  findInvitation,
  isOpen,
  markDelivery,
} from './invitations.queries.ts';
import type { InvitationRow } from './invitations.queries.ts';
import { invitationLink } from './invitation-token.ts';

/** The screen waits for the first attempt no longer than this (product.md: tried at once). */
const FIRST_ATTEMPT_MS = 5000;
/** Later than the first attempt can last, so that the two never send both. */
const RETRY_AFTER_SECONDS = 60;
const RETRY_QUEUE = 'invitation-mail';
const DAILY_QUEUE = 'invitation-news';
const BATCH = 200;

/** Queued with the invitation itself: whatever happens to this process, somebody tries the mail again. */
export async function queueDelivery(platform: Platform, db: Db, id: string): Promise<void> {
  await platform.jobs.send(
    db,
    RETRY_QUEUE,
    { id },
    { delaySeconds: RETRY_AFTER_SECONDS, retryLimit: 12, retryDelay: 60, retryBackoff: true },
  );
}

/** Tries the mail now. False when it was not accepted: the invitation stays, marked failed. */
export async function deliverInvitation(platform: Platform, id: string): Promise<boolean> {
  const mail = await platform.database.withSystem('deliver an invitation', (db) =>
    mailOf(platform, db, id, invitationMail),
  );
  if (!mail) return false;
  const delivery = await platform.mail.deliver(mail, { timeout_ms: FIRST_ATTEMPT_MS }).then(
    () => 'sent' as const,
    (error: unknown) => {
      if (!(error instanceof MailError)) throw error;
      platform.log.warn({ err: error, invitation: id }, 'an invitation mail was not accepted');
      return 'failed' as const;
    },
  );
  await platform.database.withSystem('mark the delivery of an invitation', (db) =>
    markDelivery(db, id, delivery),
  );
  return delivery === 'sent';
}

/** A mail about an invitation whose link still leads somewhere, as its organization writes it. */
async function mailOf(
  platform: Platform,
  db: SystemDb,
  id: string,
  compose: (mail: InvitationMail) => Message,
): Promise<Message | null> {
  const row = await findInvitation(db, id);
  if (!row || row.status !== 'pending' || !(await isOpen(db, id))) return null;
  const settings = await readSettings(db, row.organization_id);
  const mail = compose({
    to: row.email,
    language: settings.language,
    time_zone: settings.time_zone,
    link: invitationLink(platform.config, row, 'mail'),
    role: row.role,
    expires_at: row.expires_at,
    organization_name: row.organization_name,
    inviter_name: row.inviter_name,
  });
  return withSender(settings, mail);
}

/** Tells whoever sent an invitation what became of it, in the transaction in which it became so. */
export async function tellInviter(
  platform: Platform,
  db: SystemDb,
  row: InvitationRow,
  news: InviterMail['news'],
): Promise<void> {
  const { id: object_id, organization_id, organization_name, email } = row;
  const link = new URL('/admin/users?tab=invitations', platform.config.publicUrl).href;
  const about = { organization_id, object_type: 'invitation', object_id } as const;
  await notify(
    platform,
    db,
    { event: `invitation.${news}`, to: [row.invited_by], ...about, params: { email, organization_name } },
    (reader) => inviterMail({ ...reader, news, email, organization_name, link }),
  );
}

/** Tries a mail that was not accepted once more. @throws where it is refused again: the queue waits, and comes back */
export async function retryInvitation(platform: Platform, id: string): Promise<void> {
  const row = await platform.database.withSystem('retry an invitation mail', (db) => findInvitation(db, id));
  if (!row || row.status !== 'pending' || row.delivery === 'sent') return;
  if (!(await deliverInvitation(platform, id))) throw new Error('the invitation mail was not accepted');
}

/** The work that nobody asks for: retries of failed mails, reminders two days before expiry, news of expiry. */
export function registerInvitationJobs(platform: Platform): void {
  platform.jobs.work<{ id: string }>(RETRY_QUEUE, ({ id }) => retryInvitation(platform, id));
  platform.jobs.schedule(DAILY_QUEUE, '17 * * * *', () => sendInvitationNews(platform));
}

/** Each invitation is claimed and its mail queued in one transaction: told once, whatever crashes. */
export async function sendInvitationNews(platform: Platform): Promise<void> {
  await platform.database.withSystem('remind of invitations that expire soon', async (db) => {
    for (const id of await claimReminders(db, BATCH)) {
      const mail = await mailOf(platform, db, id, reminderMail);
      if (mail) await platform.mail.enqueue(db, mail);
    }
  });
  await platform.database.withSystem('tell inviters of expired invitations', async (db) => {
    for (const id of await claimExpiries(db, BATCH)) {
      const row = await findInvitation(db, id);
      if (row) await tellInviter(platform, db, row, 'expired');
    }
  });
}

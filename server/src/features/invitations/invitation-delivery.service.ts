import type { Db, SystemDb } from '../../platform/database/database.ts';
import type { Letter } from '../../platform/mail/mail-queue.ts';
import type { Message } from '../../platform/mail/message.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readSettings } from '../../platform/settings/settings.queries.ts';
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

/** The screen waits for the first attempt no longer than this. */
const FIRST_ATTEMPT_MS = 5000;
/** Later than the first attempt can last, so that the two never send both. */
const RETRY_AFTER_SECONDS = 60;
const COMPOSER = 'invitation';
const REMINDER_COMPOSER = 'invitation-reminder';
/** The queue of versions that had no table of mails. */
const OLD_RETRY_QUEUE = 'invitation-mail';
const DAILY_QUEUE = 'invitation-news';
const BATCH = 200;

type Invited = { id: string; email: string; organization_id: string };

/** Queued in the transaction of the invitation: if this process dies, another one tries the mail again. */
export async function queueDelivery(
  platform: Platform,
  db: Db,
  { id: about, email: to, organization_id }: Invited,
): Promise<void> {
  const mail = { composer: COMPOSER, about, to, organization_id, to_stranger: true };
  await platform.mail.enqueueLater(db, [mail], { after_seconds: RETRY_AFTER_SECONDS });
}

/** Tries the mail now. 'failed': not accepted, tried again later; 'waiting': for the organization's budget of mails. */
export function deliverInvitation(platform: Platform, id: string) {
  return platform.mail.sendNow(COMPOSER, id, { timeout_ms: FIRST_ATTEMPT_MS });
}

/** A mail about an invitation whose link is still valid; the address is not proven yet. */
function letterOf(
  platform: Platform,
  id: string,
  compose: (mail: InvitationMail) => Message,
): Promise<Letter | null> {
  return platform.database.withSystem('write the mail of an invitation', async (db) => {
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
    return { proven: false, write: async () => mail };
  });
}

/** Tells the inviter what became of an invitation, in the transaction that changes it. */
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

/** The mails of invitations, and what is sent without a request: reminders two days before expiry, news of expiry. */
export function registerInvitationJobs(platform: Platform): void {
  platform.mail.composes(COMPOSER, {
    find: (id) => letterOf(platform, id, invitationMail),
    attempted: (id, outcome) =>
      platform.database.withSystem('mark the delivery of an invitation', (db) =>
        markDelivery(db, id, outcome),
      ),
  });
  platform.mail.composes(REMINDER_COMPOSER, { find: (id) => letterOf(platform, id, reminderMail) });
  platform.jobs.work<{ id: string }>(OLD_RETRY_QUEUE, ({ id }) =>
    platform.database.withSystem('take over the mail of an invitation from the older queue', async (db) => {
      const row = await findInvitation(db, id);
      if (row?.delivery === 'failed') await queueDelivery(platform, db, row);
    }),
  );
  platform.jobs.schedule(DAILY_QUEUE, '17 * * * *', () => sendInvitationNews(platform));
}

/** Each invitation is claimed and its mail queued in one transaction: told once, also after a crash. */
export async function sendInvitationNews(platform: Platform): Promise<void> {
  await platform.database.withSystem('remind of invitations that expire soon', async (db) => {
    const reminded = await claimReminders(db, BATCH);
    await platform.mail.enqueueLater(
      db,
      reminded.map(({ id: about, email: to, organization_id }) => {
        return { composer: REMINDER_COMPOSER, about, to, organization_id, to_stranger: true };
      }),
    );
  });
  await platform.database.withSystem('tell inviters of expired invitations', async (db) => {
    for (const id of await claimExpiries(db, BATCH)) {
      const row = await findInvitation(db, id);
      if (row) await tellInviter(platform, db, row, 'expired');
    }
  });
}

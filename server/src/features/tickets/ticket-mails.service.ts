import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSettings } from '../../platform/settings.queries.ts';
import { withSender } from '../../platform/settings.ts';
import { replyAddressOf } from './reply-address.ts';
import { findAddressee } from './ticket-people.queries.ts';
import { nameOf } from './ticket-shapes.ts';
import { assignedMail, ticketMail } from './tickets.email.ts';
import type { TicketNews } from './tickets.email.ts';
import type { TicketRow } from './tickets.queries.ts';

/**
 * Queues a mail to one of those concerned, in the caller's transaction: never to whoever did it, nor to somebody
 * who is gone.
 */
export async function tell(
  platform: Platform,
  db: Db,
  actor: Actor,
  about: { ticket: TicketRow; to: string | null; news: TicketNews; message?: string | undefined },
): Promise<void> {
  if (!about.to || about.to === actor.profile_id) return;
  const addressee = await findAddressee(db, about.to);
  if (!addressee) return;
  const { ticket, news, message } = about;
  const mail = {
    ...threadOf(platform, ticket, about.to),
    ...ticketMail({
      to: addressee.email,
      language: addressee.language,
      news,
      ticket,
      author: nameOf(actor),
      message: message ?? null,
      link: new URL(`/admin/tickets?ticket=${ticket.id}`, platform.config.publicUrl).href,
    }),
  };
  await platform.mail.enqueue(db, withSender(await readSettings(db, ticket.organization_id), mail));
}

/** Keeps the mails of a ticket together in the mailbox, and says where to answer, where answers are taken. */
function threadOf({ config }: Platform, { id, number }: TicketRow, profile_id: string) {
  const thread = `<ticket-${id}@${config.publicUrl.hostname}>`;
  const reply_to = replyAddressOf(config, { number, profile_id });
  return {
    headers: { 'In-Reply-To': thread, References: thread },
    ...(reply_to === null ? {} : { reply_to }),
  };
}

/** Queues one mail about all the tickets that somebody was given at once. */
export async function tellOfMany(
  platform: Platform,
  db: Db,
  actor: Actor,
  to: string,
  count: number,
): Promise<void> {
  if (to === actor.profile_id) return;
  const addressee = await findAddressee(db, to);
  if (!addressee) return;
  const link = new URL('/admin/tickets?assigned=me', platform.config.publicUrl).href;
  const { email, language } = addressee;
  await platform.mail.enqueue(db, assignedMail({ to: email, language, author: nameOf(actor), count, link }));
}

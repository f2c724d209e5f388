import { personName } from '../../platform/core/actor.ts';
import type { NotificationEvent } from '@atalaya/contract/notification-events';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { Message } from '../../platform/mail/message.ts';
import { adminsOf, notify } from '../notifications/notify.service.ts';
import type { MailReader } from '../notifications/notify.service.ts';
import { replyAddressOf } from './inbound-mail/reply-address.ts';
import { findAssignee } from './ticket-people.queries.ts';
import { assignedMail, ticketMail } from './tickets.email.ts';
import type { TicketNews } from './tickets.email.ts';
import type { TicketRow } from './tickets.queries.ts';

export const TICKET_NEWS_EVENTS = {
  opened: 'ticket.opened',
  assigned: 'ticket.assigned',
  answered: 'ticket.answered',
  customer_answered: 'ticket.customer_answered',
  resolved: 'ticket.resolved',
  closed: 'ticket.closed',
  reopened: 'ticket.reopened',
} as const satisfies Record<TicketNews, NotificationEvent>;

/**
 * Who takes care of a ticket: its assignee; while it has none, or one who may not take care of it any more (inactive,
 * in the bin, demoted, moved), the admins of its organization.
 */
export async function caretakersOf(
  db: Db,
  ticket: Pick<TicketRow, 'assigned_to' | 'organization_id'>,
): Promise<string[]> {
  const { assigned_to, organization_id } = ticket;
  const assignee = assigned_to === null ? null : await findAssignee(db, assigned_to);
  const mayStill = assignee && [null, organization_id].includes(assignee.organization_id);
  return mayStill ? [assignee.id] : adminsOf(db, organization_id);
}

/** What a message about a ticket names. */
export type NamedTicket = Pick<
  TicketRow,
  'id' | 'reply_generation' | 'number' | 'title' | 'organization_id' | 'organization_name'
>;
type Said = { news: TicketNews; message?: string | undefined };

/**
 * Tells those concerned, in the caller's transaction, on the screen and by mail: never the actor, nor a person
 * who is gone.
 */
export async function tell(
  platform: Platform,
  db: Db,
  actor: Actor,
  about: Said & { ticket: NamedTicket; to: (string | null)[] },
): Promise<void> {
  const { ticket, news } = about;
  const to = about.to.flatMap((id) => (id === null || id === actor.profile_id ? [] : [id]));
  if (to.length === 0) return;
  const { id: object_id, organization_id } = ticket;
  const params = paramsOf(actor, ticket);
  await notify(
    platform,
    db,
    { event: TICKET_NEWS_EVENTS[news], to, organization_id, object_type: 'ticket', object_id, params },
    (reader, profile_id) => mailOf(platform, actor, ticket, about, { ...reader, profile_id }),
  );
}

/** What the sentence on the screen names. */
export const paramsOf = (actor: Actor, { number, title }: NamedTicket) => ({
  author: personName(actor),
  number,
  title,
});

/** The mail about one ticket to one of those concerned. */
export function mailOf(
  platform: Platform,
  actor: Actor,
  ticket: NamedTicket,
  { news, message }: Said,
  { profile_id, ...reader }: MailReader & { profile_id: string },
): Message {
  const link = new URL(`/admin/tickets?ticket=${ticket.id}`, platform.config.publicUrl).href;
  const thread = threadOf(platform, ticket, profile_id);
  const mail = ticketMail({
    ...reader,
    news,
    ticket,
    author: personName(actor),
    message: message ?? null,
    link,
  });
  return { ...mail, ...thread, headers: { ...mail.headers, ...thread.headers } };
}

/** Keeps the mails of a ticket together in the mailbox, and says where to answer, where answers are taken. */
function threadOf({ config }: Platform, { id, number, reply_generation }: NamedTicket, profile_id: string) {
  const thread = `<ticket-${id}@${config.publicUrl.hostname}>`;
  const reply_to = replyAddressOf(config, { number, generation: reply_generation, profile_id });
  return {
    headers: { 'In-Reply-To': thread, References: thread },
    ...(reply_to === null ? {} : { reply_to }),
  };
}

/** One mail to a person of all the tickets that they were given at once: of one organization, or of several. */
export async function tellOfMany(
  platform: Platform,
  db: Db,
  actor: Actor,
  to: string,
  { organization_id, count }: { organization_id: string; count: number },
): Promise<void> {
  if (to === actor.profile_id) return;
  const link = new URL('/admin/tickets?assigned=me', platform.config.publicUrl).href;
  const author = personName(actor);
  const about = {
    organization_id,
    object_type: 'ticket',
    object_id: null,
    params: { author, count },
  } as const;
  await notify(platform, db, { event: 'ticket.assigned', to: [to], ...about }, (reader) =>
    assignedMail({ ...reader, author, count, link }),
  );
}

import { personName } from '../../../platform/core/actor.ts';
import { may } from '@atalaya/contract/permissions';
import { ticketStatusAfter } from '@atalaya/contract/ticket-states';
import type { TicketEvent, TicketStatus } from '@atalaya/contract/ticket-states';
import type { ticketReplyBody } from '@atalaya/contract/ticket-messages';
import type { TicketDetail } from '@atalaya/contract/tickets';
import type { z } from 'zod';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { advance } from '../ticket-changes.queries.ts';
import { caretakersOf, tell } from '../ticket-mails.service.ts';
import { attach } from '../ticket-files/ticket-attachments.service.ts';
import { insertMessages, isWritten, listMessagesAfter } from './ticket-messages.queries.ts';
import type { NewMessage } from './ticket-messages.queries.ts';
import { readableBy, sideOf, toMessage } from '../ticket-shapes.ts';
import { changeOf, getDetail, lockTicket } from '../tickets.service.ts';
import type { TicketRow } from '../tickets.queries.ts';
import { tellLive } from '../tickets-live.ts';

/** Messages that the warning carries at most. */
const UNSEEN_MAX = 20;

/**
 * Answers, or leaves an internal note. The customer's answer opens a resolved ticket again and is mailed to those
 * who take care of it; the staff's is mailed to the author of the ticket.
 * @throws object.not_found; session.forbidden for a note of a person who may not; ticket.wrong_status once closed;
 *   ticket.answered_meanwhile with the messages that the writer had not seen; attachment.gone
 */
export async function replyToTicket(
  platform: Platform,
  by: By,
  id: string,
  body: z.output<typeof ticketReplyBody>,
): Promise<TicketDetail> {
  const { actor } = by;
  const isNote = body.visibility === 'internal';
  if (isNote && !may(actor, 'messages.internal')) throw new AppError('session.forbidden');
  return platform.database.withActor(actor, 'answer a ticket of any organization', async (db) => {
    const ticket = await lockTicket(db, actor, id);
    if (body.request_id && (await isWritten(db, ticket, actor.profile_id, body.request_id)))
      return getDetail(db, actor, id);
    const side = sideOf(actor, ticket);
    const event = isNote ? 'note' : side === 'staff' ? 'staff_reply' : 'customer_reply';
    const status = requireStatusAfter(ticket, event);
    if (!body.confirm_answered) await requireSeen(db, actor, ticket, body.seen_message_id);
    const message_id = await write(db, actor, ticket, body);
    const attachments = await attach(db, actor, body.attachments ?? [], {
      ticket,
      message_id,
      internal: isNote,
    });
    if (event !== 'note') await advance(db, [id], event, status);
    await recordChange(
      db,
      by,
      isNote
        ? // The system's own: the ticket's organization reads nothing of it.
          { ...changeOf(ticket, 'noted'), organization_id: null }
        : { ...changeOf(ticket, 'replied'), ...repliedChange(ticket.status, status, attachments) },
    );
    const to = side === 'staff' ? [ticket.created_by] : await caretakersOf(db, ticket);
    const news = side === 'staff' ? 'answered' : 'customer_answered';
    await tellLive(db, [ticket], body.visibility);
    if (!isNote) await tell(platform, db, actor, { ticket, to, news, message: body.body });
    return getDetail(db, actor, id);
  });
}

/** Marks an open ticket as in progress. @throws object.not_found, ticket.wrong_status */
export function startTicket(platform: Platform, by: By, id: string): Promise<TicketDetail> {
  return platform.database.withActor(by.actor, 'start on a ticket of any organization', (db) =>
    move(platform, db, by, { id, event: 'start' }),
  );
}

/** Marks as resolved, with a closing message to the customer. @throws object.not_found, ticket.wrong_status */
export function resolveTicket(
  platform: Platform,
  by: By,
  id: string,
  message: string,
): Promise<TicketDetail> {
  return platform.database.withActor(by.actor, 'resolve a ticket of any organization', (db) =>
    move(platform, db, by, { id, event: 'resolve', message }),
  );
}

/** Closes. @throws object.not_found, ticket.wrong_status */
export function closeTicket(platform: Platform, by: By, id: string, message?: string): Promise<TicketDetail> {
  return platform.database.withActor(by.actor, 'close a ticket of any organization', (db) =>
    move(platform, db, by, { id, event: 'close', message }),
  );
}

/** Opens a resolved or closed ticket again. @throws object.not_found, ticket.wrong_status */
export function reopenTicket(
  platform: Platform,
  by: By,
  id: string,
  message?: string,
): Promise<TicketDetail> {
  return platform.database.withActor(by.actor, 'reopen a ticket of any organization', (db) =>
    move(platform, db, by, { id, event: 'reopen', message }),
  );
}

/** What can be done to a ticket by itself, not by writing. */
export type Move = 'start' | 'resolve' | 'close' | 'reopen';

/** How the audit log calls it. */
export const MOVED = {
  start: 'started',
  resolve: 'resolved',
  close: 'closed',
  reopen: 'reopened',
} as const satisfies Record<Move, string>;

/** The staff's moves concern the author of the ticket; the customer's, those who take care of it. */
export async function concernedBy(
  actor: Actor,
  ticket: Pick<TicketRow, 'assigned_to' | 'created_by'>,
  caretakers: () => Promise<string[]>,
): Promise<string[]> {
  if (sideOf(actor, ticket) !== 'staff') return caretakers();
  return ticket.created_by === null ? [] : [ticket.created_by];
}

async function move(
  platform: Platform,
  db: Db,
  by: By,
  { id, event, message }: { id: string; event: Move; message?: string | undefined },
): Promise<TicketDetail> {
  const ticket = await lockTicket(db, by.actor, id);
  const status = requireStatusAfter(ticket, event);
  if (message) await write(db, by.actor, ticket, { body: message, visibility: 'public' });
  await advance(db, [id], event, status);
  await recordChange(db, by, {
    ...changeOf(ticket, MOVED[event]),
    ...statusChange(ticket.status, status),
  });
  await tellOfMove(platform, db, by.actor, ticket, { event, message });
  await tellLive(db, [ticket]);
  return getDetail(db, by.actor, id);
}

async function tellOfMove(
  platform: Platform,
  db: Db,
  actor: Actor,
  ticket: TicketRow,
  { event, message }: { event: Move; message?: string | undefined },
): Promise<void> {
  if (event === 'start') return;
  const to = await concernedBy(actor, ticket, () => caretakersOf(db, ticket));
  await tell(platform, db, actor, { ticket, to, news: MOVED[event], message });
}

/** @throws ticket.wrong_status */
export function requireStatusAfter(ticket: Pick<TicketRow, 'status'>, event: TicketEvent): TicketStatus {
  const status = ticketStatusAfter(ticket.status, event);
  if (!status) throw new AppError('ticket.wrong_status', { params: { status: ticket.status } });
  return status;
}

export const statusChange = (before: TicketStatus, after: TicketStatus) =>
  before === after ? {} : { before: { status: before }, after: { status: after } };

const repliedChange = (before: TicketStatus, after: TicketStatus, attachments: string[]) => {
  const change = statusChange(before, after);
  return attachments.length ? { ...change, after: { ...change.after, attachments } } : change;
};

async function requireSeen(db: Db, actor: Actor, ticket: TicketRow, message_id: string | null) {
  const after = { message_id, not_by: actor.profile_id, limit: UNSEEN_MAX };
  const unseen = await listMessagesAfter(db, ticket, readableBy(actor), after);
  if (unseen.length) throw new AppError('ticket.answered_meanwhile', { current: unseen.map(toMessage) });
}

/** Writes one message; its id. */
async function write(
  db: Db,
  actor: Actor,
  ticket: TicketRow,
  { body, visibility, request_id }: Pick<NewMessage, 'body' | 'visibility' | 'request_id'>,
): Promise<string> {
  const [id] = await insertMessages(db, [ticket.id], {
    body,
    visibility,
    side: sideOf(actor, ticket),
    author_id: actor.profile_id,
    author_name: personName(actor),
    request_id,
  });
  if (!id) throw new Error('the insert returned no row');
  return id;
}

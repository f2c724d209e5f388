import { PAGE_SIZE, TICKET_HISTORY_SHOWN, TICKET_MESSAGES_SHOWN } from '@atalaya/contract/limits';
import { may } from '@atalaya/contract/permissions';
import type {
  TicketDetail,
  TicketListQuery,
  ticketRoutes,
  ticketUpdateBody,
} from '@atalaya/contract/tickets';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { changedByForm } from '../../platform/records/fields.ts';
import { keepForUndo } from '../../platform/records/undo.ts';
import { listDescriptionFiles } from './ticket-files/ticket-attachments.queries.ts';
import { saveTicket, setAssignee, setInBin } from './ticket-changes.queries.ts';
import { tell } from './ticket-mails.service.ts';
import { listHistory, listMessages } from './ticket-conversation/ticket-messages.queries.ts';
import type { Newest } from './ticket-conversation/ticket-messages.queries.ts';
import { findAssignee, listAssignees } from './ticket-people.queries.ts';
import type { Assignee } from './ticket-people.queries.ts';
import {
  differenceOf,
  reachOf,
  readableBy,
  snapshotOf,
  toDetail,
  toHistory,
  toMessage,
  toTicket,
} from './ticket-shapes.ts';
import { findTicket, listTickets as listRows, lockTickets } from './tickets.queries.ts';
import type { TicketRow } from './tickets.queries.ts';
import { tellLive } from './tickets-live.ts';
import { TICKET_FIELDS, UNDOABLE_TICKETS } from './tickets.fields.ts';

const ASSIGNEES_MAX = 500;

/** One page of tickets and counters over all that match: a user's own, an admin's organization's, or any. */
export async function listTickets(
  platform: Platform,
  actor: Actor,
  query: TicketListQuery,
): Promise<z.output<typeof ticketRoutes.listTickets.response>> {
  if (query.bin && !may(actor, 'tickets.delete')) throw new AppError('session.forbidden');
  return platform.database.readAs(actor, 'list tickets of every organization', async (db) => {
    const { rows, counts } = await listRows(db, reachOf(actor), query);
    const { total, ...counters } = counts;
    return { items: rows.map(toTicket), total, page: query.page, page_size: PAGE_SIZE, counters };
  });
}

/** Who can be given the tickets of an organization; for an admin always their own organization. */
export async function listTicketAssignees(platform: Platform, actor: Actor, organization_id?: string) {
  return platform.database.readAs(actor, 'list who takes care of tickets', async (db) => {
    const asked = actor.role === 'super_admin' ? (organization_id ?? null) : actor.organization_id;
    return { items: await listAssignees(db, asked, ASSIGNEES_MAX) };
  });
}

/** One ticket with what was said and done. @throws object.not_found */
export async function readTicket(
  platform: Platform,
  actor: Actor,
  id: string,
  shown: Shown,
): Promise<TicketDetail> {
  return platform.database.withActor(actor, 'read a ticket of any organization', (db) =>
    getDetail(db, actor, id, shown),
  );
}

/** Messages older than one that is shown. @throws object.not_found */
export async function listTicketMessages(platform: Platform, actor: Actor, id: string, newest: Newest) {
  return platform.database.readAs(actor, 'read older messages of any ticket', async (db) => {
    const ticket = await getRow(db, actor, id);
    const { rows, total } = await listMessages(db, ticket, readableBy(actor), newest);
    return { items: rows.map(toMessage), total };
  });
}

/** Lines of the history older than one that is shown. @throws object.not_found */
export async function listTicketHistory(platform: Platform, actor: Actor, id: string, newest: Newest) {
  return platform.database.readAs(actor, 'read older changes of any ticket', async (db) => {
    await getRow(db, actor, id);
    const { rows, total } = await listHistory(db, id, newest);
    return { items: rows.flatMap(toHistory), total };
  });
}

/** Changes title, description or priority. @throws object.not_found; object.stale with the stored values */
export async function updateTicket(
  platform: Platform,
  by: By,
  id: string,
  body: z.output<typeof ticketUpdateBody>,
): Promise<TicketDetail> {
  const { actor } = by;
  return platform.database.withActor(actor, 'change a ticket of any organization', async (db) => {
    const before = await lockTicket(db, actor, id);
    await requireVersion(db, actor, before, body.version);
    const after = changedByForm(TICKET_FIELDS, before, body);
    await saveTicket(db, after);
    await recordChange(db, by, { ...changeOf(before, 'updated'), ...differenceOf(before, after) });
    await tellLive(db, [before]);
    return getDetail(db, actor, id);
  });
}

/** Assigns a ticket to a person, who gets a mail, or (null) to none. @throws object.stale, ticket.not_assignable */
export async function assignTicket(
  platform: Platform,
  by: By,
  id: string,
  body: { version: number; assigned_to: string | null },
): Promise<TicketDetail> {
  const { actor } = by;
  return platform.database.withActor(actor, 'assign a ticket of any organization', async (db) => {
    const before = await lockTicket(db, actor, id);
    await requireVersion(db, actor, before, body.version);
    const assignee = await getAssignee(db, body.assigned_to, [before.organization_id]);
    if ((assignee?.id ?? null) !== before.assigned_to) {
      await setAssignee(db, [id], assignee);
      const after = { ...before, assigned_to: assignee?.id ?? null, assigned_name: assignee?.name ?? null };
      await recordChange(db, by, { ...changeOf(before, 'assigned'), ...differenceOf(before, after) });
      await tell(platform, db, actor, {
        ticket: after,
        to: [after.assigned_to],
        news: 'assigned',
      });
      await tellLive(db, [after]);
    }
    return getDetail(db, actor, id);
  });
}

/** Into the bin for 30 days; what takes it out again. @throws object.not_found */
export async function deleteTicket(platform: Platform, by: By, id: string) {
  return platform.database.withActor(by.actor, 'delete a ticket of any organization', async (db) => {
    const ticket = await lockTicket(db, by.actor, id);
    const undo_id = await keepForUndo(db, by, {
      what: UNDOABLE_TICKETS,
      action: 'ticket.deleted',
      ids: [id],
    });
    await setInBin(db, id, true);
    await recordChange(db, by, { ...changeOf(ticket, 'deleted'), before: snapshotOf(ticket) });
    await tellLive(db, [ticket]);
    return { undo_id };
  });
}

/** Out of the bin, exactly as it was. @throws object.not_found */
export async function restoreTicket(platform: Platform, by: By, id: string): Promise<TicketDetail> {
  return platform.database.withActor(by.actor, 'restore a ticket of any organization', async (db) => {
    const [ticket] = await lockTickets(db, reachOf(by.actor), [id], 'bin');
    if (!ticket) throw new AppError('object.not_found');
    await setInBin(db, id, false);
    await recordChange(db, by, { ...changeOf(ticket, 'restored'), after: snapshotOf(ticket) });
    await tellLive(db, [ticket]);
    return getDetail(db, by.actor, id);
  });
}

/** What every audit entry about a ticket says. */
export const changeOf = (ticket: Pick<TicketRow, 'id' | 'organization_id'>, change: string) => ({
  action: `ticket.${change}`,
  object_type: 'ticket',
  object_id: ticket.id,
  organization_id: ticket.organization_id,
});

/** A person who can take care of tickets of all these organizations; null for null. @throws ticket.not_assignable */
export async function getAssignee(
  db: Db,
  id: string | null,
  organization_ids: string[],
): Promise<Assignee | null> {
  if (id === null) return null;
  const assignee = await findAssignee(db, id);
  const { organization_id = null } = assignee ?? {};
  if (!assignee || (organization_id !== null && organization_ids.some((one) => one !== organization_id)))
    throw new AppError('ticket.not_assignable');
  return assignee;
}

/** The ticket, its row locked until the transaction ends. @throws object.not_found */
export async function lockTicket(db: Db, actor: Actor, id: string): Promise<TicketRow> {
  const [ticket] = await lockTickets(db, reachOf(actor), [id]);
  if (!ticket) throw new AppError('object.not_found');
  return ticket;
}

/** How much of the conversation and of the history is shown, of their newest ends. */
type Shown = { messages: number; history: number };
const ALL_SHOWN: Shown = { messages: TICKET_MESSAGES_SHOWN, history: TICKET_HISTORY_SHOWN };

/** The ticket as its page shows it to the actor. @throws object.not_found */
export async function getDetail(
  db: Db,
  actor: Actor,
  id: string,
  shown: Shown = ALL_SHOWN,
): Promise<TicketDetail> {
  const ticket = await getRow(db, actor, id);
  const readable = readableBy(actor);
  const [messages, history, attachments] = await Promise.all([
    listMessages(db, ticket, readable, { limit: shown.messages }),
    listHistory(db, id, { limit: shown.history }),
    listDescriptionFiles(db, ticket),
  ]);
  return toDetail(ticket, messages, history, attachments);
}

async function getRow(db: Db, actor: Actor, id: string): Promise<TicketRow> {
  const ticket = await findTicket(db, reachOf(actor), id);
  if (!ticket) throw new AppError('object.not_found');
  return ticket;
}

async function requireVersion(db: Db, actor: Actor, ticket: TicketRow, version: number): Promise<void> {
  if (ticket.version !== version)
    throw new AppError('object.stale', { current: await getDetail(db, actor, ticket.id) });
}

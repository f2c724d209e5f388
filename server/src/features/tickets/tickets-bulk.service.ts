import { personName } from '../../platform/core/actor.ts';
import { BULK_AT_ONCE } from '@atalaya/contract/limits';
import { ticketStatusAfter } from '@atalaya/contract/ticket-states';
import type { TicketBulkBody } from '@atalaya/contract/tickets';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChanges } from '../../platform/records/audit.ts';
import type { Author } from '../../platform/records/audit.ts';
import { AT_ONCE, BULK_CHUNK, queueChange, withoutRefused } from '../../platform/records/bulk.ts';
import type { Pace, Refusals } from '../../platform/records/bulk.ts';
import type { Db } from '../../platform/database/database.ts';
import { chunksOf } from '../../platform/database/chunks.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { beginUndo, keepMore } from '../../platform/records/undo.ts';
import {
  MOVED,
  requireStatusAfter,
  statusChange,
} from './ticket-conversation/ticket-conversation.service.ts';
import type { Move } from './ticket-conversation/ticket-conversation.service.ts';
import { advance, setAssignee, setPriority } from './ticket-changes.queries.ts';
import { tell, tellOfMany } from './ticket-mails.service.ts';
import { insertMessages } from './ticket-conversation/ticket-messages.queries.ts';
import { differenceOf, reachOf, sideOf } from './ticket-shapes.ts';
import { gatherNews, tellNews } from './tickets-bulk-news.service.ts';
import type { MoveNews } from './tickets-bulk-news.service.ts';
import { changeOf, getAssignee } from './tickets.service.ts';
import {
  countTickets,
  listTicketIds,
  listTicketsOf,
  lockChosenTickets,
  lockTickets,
} from './tickets.queries.ts';
import type { ChosenTicket, TicketRow } from './tickets.queries.ts';
import { tellLive } from './tickets-live.ts';
import type { Changed } from './tickets-live.ts';
import { UNDOABLE_TICKETS } from './tickets.fields.ts';

type Action = TicketBulkBody['action'];
type Assignee = Awaited<ReturnType<typeof getAssignee>>;

/**
 * One action on many tickets, all or nothing (or without those that are refused, where told so), by the same rules as
 * on one. Of more than `at_once` tickets a job does it (docs/decisions/0026-bulk-changes-are-jobs.md).
 * @returns how many were changed, how many were so already, and their ids; or the job
 * @throws object.not_found when one chosen by hand is not there; object.stale with the new total when another
 *   number of tickets matches than was confirmed; ticket.wrong_status, ticket.not_assignable, with every ticket
 *   that is refused
 */
export async function changeTickets(
  platform: Platform,
  by: By,
  body: TicketBulkBody,
  at_once = BULK_AT_ONCE,
) {
  return platform.database.withActor(by.actor, 'change many tickets of any organization', async (db) => {
    const total = await countChosen(db, by.actor, body);
    if (total > at_once) return queueChange(platform, db, by, { resource: 'tickets', body, total });
    return { ...(await changeMany(platform, db, by, body, AT_ONCE)), transfer_id: null };
  });
}

/** The same in the caller's transaction, however many tickets there are. */
export async function changeMany(platform: Platform, db: Db, by: By, body: TicketBulkBody, pace: Pace) {
  const { action } = body;
  const all = await choose(db, by.actor, body, pace);
  const refusals = await refusalsOf(db, action, all);
  const tickets = withoutRefused(all, refusals, {
    skip: body.skip_refused === true,
    nameOf: ({ number, title }) => `#${String(number)} ${title}`,
  });
  const ids = tickets.filter((ticket) => !isSo(ticket, action)).map(({ id }) => id);
  const about = { what: UNDOABLE_TICKETS, action: `ticket.${AUDITED[action.type]}` };
  const undo_id = ids.length
    ? await beginUndo(db, by, { ...about, items: ids.length, id: pace.undo_id })
    : null;
  const assignee = action.type === 'assign' ? await getAssignee(db, action.assigned_to, []) : null;
  const changed: Changed[] = [];
  const news: MoveNews = new Map();
  for (const part of chunksOf(ids, BULK_CHUNK)) {
    pace.onPart(all.length - ids.length + changed.length);
    if (undo_id) await keepMore(db, by, { undo_id, what: UNDOABLE_TICKETS, ids: part });
    const rows = await lockTickets(db, reachOf(by.actor), part);
    await carryOut(db, by, action, rows, assignee);
    if (isTold(action)) await gatherNews(db, by.actor, news, rows);
    changed.push(...rows.map(({ id, organization_id, created_by }) => ({ id, organization_id, created_by })));
  }
  pace.onPart(all.length);
  await tellAll(platform, db, by.actor, action, { changed, news, assignee });
  return {
    changed: ids.length,
    unchanged: tickets.length - ids.length,
    refused: refusals.size,
    ids,
    undo_id,
  };
}

/** Which tickets the action is not for, and why. @throws ticket.not_assignable where it is for none */
async function refusalsOf(db: Db, action: Action, tickets: ChosenTicket[]): Promise<Refusals> {
  const refusals: Refusals = new Map();
  if (action.type === 'priority') return refusals;
  const there = tickets.filter((ticket) => !isSo(ticket, action));
  if (action.type === 'assign') {
    const assignee = await getAssignee(db, action.assigned_to, []);
    const own = assignee?.organization_id ?? null;
    for (const { id, organization_id } of there)
      if (own !== null && organization_id !== own) refusals.set(id, new AppError('ticket.not_assignable'));
    return refusals;
  }
  for (const { id, status } of there)
    if (!ticketStatusAfter(status, action.type))
      refusals.set(id, new AppError('ticket.wrong_status', { params: { status } }));
  return refusals;
}

const AUDITED = { assign: 'assigned', priority: 'updated', ...MOVED } as const;

/** Whether a ticket is already as the action would make it: such ones are left alone. */
function isSo(ticket: ChosenTicket, action: Action): boolean {
  if (action.type === 'assign') return ticket.assigned_to === action.assigned_to;
  if (action.type === 'priority') return ticket.priority === action.priority;
  const there: readonly string[] = TARGETS[action.type];
  return there.includes(ticket.status);
}

/** How many were chosen: by their ids, or by filters whose number was confirmed. */
async function countChosen(db: Db, actor: Actor, { chosen }: TicketBulkBody): Promise<number> {
  if ('ids' in chosen) return new Set(chosen.ids).size;
  const total = await countTickets(db, reachOf(actor), chosen.filters);
  if (total !== chosen.total) throw new AppError('object.stale', { params: { total } });
  return total;
}

/** The tickets chosen, locked. */
async function choose(db: Db, actor: Actor, { chosen }: TicketBulkBody, pace: Pace): Promise<ChosenTicket[]> {
  const reach = reachOf(actor);
  const ids = 'ids' in chosen ? [...new Set(chosen.ids)] : await listTicketIds(db, reach, chosen.filters);
  const tickets: ChosenTicket[] = [];
  for (const part of chunksOf(ids, BULK_CHUNK)) {
    pace.onPart(0);
    tickets.push(...(await lockChosenTickets(db, reach, part)));
  }
  if ('ids' in chosen && tickets.length !== ids.length) throw new AppError('object.not_found');
  if ('total' in chosen && tickets.length !== chosen.total)
    throw new AppError('object.stale', { params: { total: tickets.length } });
  return tickets;
}

/** Changes tickets that are locked, none of which is so already. */
function carryOut(db: Db, by: By, action: Action, tickets: TicketRow[], assignee: Assignee): Promise<void> {
  switch (action.type) {
    case 'assign':
      return assignAll(db, by, tickets, assignee);
    case 'priority':
      return prioritizeAll(db, by, tickets, action.priority);
    case 'start':
    case 'close':
    case 'reopen':
      return moveAll(db, by, tickets, { event: action.type });
    case 'resolve':
      return moveAll(db, by, tickets, { event: 'resolve', message: action.message });
  }
}

/** Assigns locked tickets to a person, or (null) takes them from their assignee. */
export async function assignAll(db: Db, by: Author, tickets: TicketRow[], assignee: Assignee): Promise<void> {
  await setAssignee(db, idsOf(tickets), assignee);
  const values = { assigned_to: assignee?.id ?? null, assigned_name: assignee?.name ?? null };
  await record(db, by, 'assigned', tickets, (ticket) => ({
    ...differenceOf(ticket, { ...ticket, ...values }),
    about: ticket.assigned_to,
  }));
}

async function prioritizeAll(db: Db, by: By, tickets: TicketRow[], priority: TicketRow['priority']) {
  await setPriority(db, idsOf(tickets), priority);
  await record(db, by, 'updated', tickets, (ticket) => differenceOf(ticket, { ...ticket, priority }));
}

/** The state that a move leads to: tickets in it are left as they are. */
const TARGETS = {
  start: ['in_progress'],
  resolve: ['resolved'],
  close: ['closed'],
  reopen: ['open', 'in_progress'],
} as const satisfies Record<Move, TicketRow['status'][]>;

async function moveAll(
  db: Db,
  by: By,
  tickets: TicketRow[],
  { event, message }: { event: Move; message?: string },
): Promise<void> {
  const statusAfter = (ticket: TicketRow) => requireStatusAfter(ticket, event);
  for (const [status, those] of Map.groupBy(tickets, statusAfter))
    await advance(db, idsOf(those), event, status);
  if (message) await writeAll(db, by.actor, tickets, message);
  await record(db, by, MOVED[event], tickets, (ticket) => statusChange(ticket.status, statusAfter(ticket)));
}

/** Moves that people hear of; who is given tickets hears of them by their number. */
const isTold = ({ type }: Action) => type === 'resolve' || type === 'close' || type === 'reopen';

/** Tells those concerned, once each. */
async function tellAll(
  platform: Platform,
  db: Db,
  actor: Actor,
  action: Action,
  { changed, news, assignee }: { changed: Changed[]; news: MoveNews; assignee: Assignee },
): Promise<void> {
  await tellLive(db, changed);
  if (action.type === 'resolve')
    await tellNews(platform, db, actor, news, { news: 'resolved', message: action.message });
  if (action.type === 'close' || action.type === 'reopen')
    await tellNews(platform, db, actor, news, { news: MOVED[action.type] });
  if (assignee) await tellAssignee(platform, db, actor, assignee, changed);
}

/** Tells who was given tickets, once. */
export async function tellAssignee(
  platform: Platform,
  db: Db,
  actor: Actor,
  assignee: NonNullable<Assignee>,
  changed: Changed[],
): Promise<void> {
  const [first, second] = changed;
  if (!first) return;
  if (second) {
    const { organization_id } = first;
    await tellOfMany(platform, db, actor, assignee.id, { organization_id, count: changed.length });
  } else {
    const [ticket] = await listTicketsOf(db, reachOf(actor), [first.id]);
    if (ticket) await tell(platform, db, actor, { ticket, to: [assignee.id], news: 'assigned' });
  }
}

async function writeAll(db: Db, actor: Actor, tickets: TicketRow[], body: string): Promise<void> {
  for (const [side, those] of Map.groupBy(tickets, (ticket) => sideOf(actor, ticket))) {
    const author = { author_id: actor.profile_id, author_name: personName(actor) };
    await insertMessages(db, idsOf(those), { body, visibility: 'public', side, ...author });
  }
}

async function record(
  db: Db,
  by: Author,
  change: string,
  tickets: TicketRow[],
  values: (ticket: TicketRow) => object,
): Promise<void> {
  await recordChanges(
    db,
    by,
    tickets.map((ticket) => ({ ...changeOf(ticket, change), ...values(ticket) })),
  );
}

const idsOf = (tickets: TicketRow[]) => tickets.map((ticket) => ticket.id);

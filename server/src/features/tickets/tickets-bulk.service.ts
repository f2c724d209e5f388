import { ticketStatusAfter } from '@atalaya/contract/ticket-states';
import type { TicketBulkBody } from '@atalaya/contract/tickets';
import type { Actor } from '../../platform/actor.ts';
import { recordChanges } from '../../platform/audit.ts';
import { withoutRefused } from '../../platform/bulk.ts';
import type { Refusals } from '../../platform/bulk.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepForUndo } from '../../platform/undo.ts';
import { MOVED, requireStatusAfter, statusChange, tellOfMove } from './ticket-conversation.service.ts';
import type { Move } from './ticket-conversation.service.ts';
import { advance, setAssignee, setPriority } from './ticket-changes.queries.ts';
import { tell, tellOfMany } from './ticket-mails.service.ts';
import { insertMessages } from './ticket-messages.queries.ts';
import { differenceOf, nameOf, reachOf, sideOf } from './ticket-shapes.ts';
import { changeOf, getAssignee } from './tickets.service.ts';
import type { By } from './tickets.service.ts';
import { countTickets, listTicketIds, lockTickets } from './tickets.queries.ts';
import type { TicketRow } from './tickets.queries.ts';
import { tellLive } from './tickets-live.ts';

type Action = TicketBulkBody['action'];

/** Ids that the answer carries at most. */
const IDS_MAX = 10_000;
const AUDIT_BATCH = 1_000;

/**
 * One action on many tickets, all or nothing (or without those that are refused, where told so), by the same rules as
 * on one.
 * @returns how many were changed, how many were so already, and the ids of the first 10,000 that were changed
 * @throws object.not_found when one chosen by hand is not there; object.stale with the new total when another
 *   number of tickets matches than was confirmed; ticket.wrong_status, ticket.not_assignable, with every ticket
 *   that is refused
 */
export async function changeTickets(platform: Platform, by: By, body: TicketBulkBody) {
  const { action } = body;
  return platform.database.withActor(by.actor, 'change many tickets of any organization', async (db) => {
    const all = await choose(db, by.actor, body);
    const refusals = await refusalsOf(db, action, all);
    const tickets = withoutRefused(all, refusals, {
      skip: body.skip_refused === true,
      nameOf: ({ number, title }) => `#${String(number)} ${title}`,
    });
    const ids = idsOf(tickets.filter((ticket) => !isSo(ticket, action)));
    const kept = { resource: 'tickets', action: `ticket.${AUDITED[action.type]}`, ids } as const;
    const undo_id = ids.length ? await keepForUndo(db, by, kept) : null;
    const changed = await carryOut(platform, db, by, action, tickets);
    await tellLive(db, changed);
    return {
      changed: changed.length,
      unchanged: tickets.length - changed.length,
      refused: refusals.size,
      ids: changed.slice(0, IDS_MAX).map((ticket) => ticket.id),
      undo_id,
    };
  });
}

/** Which tickets the action is not for, and why. @throws ticket.not_assignable where it is for none */
async function refusalsOf(db: Db, action: Action, tickets: TicketRow[]): Promise<Refusals> {
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
function isSo(ticket: TicketRow, action: Action): boolean {
  if (action.type === 'assign') return ticket.assigned_to === action.assigned_to;
  if (action.type === 'priority') return ticket.priority === action.priority;
  const there: readonly string[] = TARGETS[action.type];
  return there.includes(ticket.status);
}

/** The tickets chosen, held: by their ids, or all that match the filters. */
async function choose(db: Db, actor: Actor, { chosen }: TicketBulkBody): Promise<TicketRow[]> {
  const reach = reachOf(actor);
  if ('ids' in chosen) {
    const ids = [...new Set(chosen.ids)];
    const tickets = await lockTickets(db, reach, ids);
    if (tickets.length !== ids.length) throw new AppError('object.not_found');
    return tickets;
  }
  const total = await countTickets(db, reach, chosen.filters);
  if (total !== chosen.total) throw new AppError('object.stale', { params: { total } });
  const tickets = await lockTickets(db, reach, await listTicketIds(db, reach, chosen.filters));
  if (tickets.length !== total) throw new AppError('object.stale', { params: { total: tickets.length } });
  return tickets;
}

/** Does it; returns those that were not so already. */
function carryOut(platform: Platform, db: Db, by: By, action: Action, tickets: TicketRow[]) {
  switch (action.type) {
    case 'assign':
      return assignAll(platform, db, by, tickets, action.assigned_to);
    case 'priority':
      return prioritizeAll(db, by, tickets, action.priority);
    case 'start':
    case 'close':
    case 'reopen':
      return moveAll(platform, db, by, tickets, { event: action.type });
    case 'resolve':
      return moveAll(platform, db, by, tickets, { event: 'resolve', message: action.message });
  }
}

async function assignAll(platform: Platform, db: Db, by: By, tickets: TicketRow[], id: string | null) {
  const organizations = [...new Set(tickets.map((ticket) => ticket.organization_id))];
  const assignee = await getAssignee(db, id, organizations);
  const changed = tickets.filter((ticket) => ticket.assigned_to !== id);
  if (!changed.length) return changed;
  await setAssignee(db, idsOf(changed), assignee);
  const values = { assigned_to: id, assigned_name: assignee?.name ?? null };
  await record(db, by, 'assigned', changed, (ticket) => differenceOf(ticket, { ...ticket, ...values }));
  const [first, second] = changed;
  if (id && first && !second)
    await tell(platform, db, by.actor, { ticket: { ...first, ...values }, to: [id], news: 'assigned' });
  else if (id && first)
    await tellOfMany(platform, db, by.actor, id, {
      organization_id: first.organization_id,
      count: changed.length,
    });
  return changed;
}

async function prioritizeAll(db: Db, by: By, tickets: TicketRow[], priority: TicketRow['priority']) {
  const changed = tickets.filter((ticket) => ticket.priority !== priority);
  if (!changed.length) return changed;
  await setPriority(db, idsOf(changed), priority);
  await record(db, by, 'updated', changed, (ticket) => differenceOf(ticket, { ...ticket, priority }));
  return changed;
}

/** The state that a move leads to: tickets in it are left as they are. */
const TARGETS = {
  start: ['in_progress'],
  resolve: ['resolved'],
  close: ['closed'],
  reopen: ['open', 'in_progress'],
} as const satisfies Record<Move, TicketRow['status'][]>;

async function moveAll(
  platform: Platform,
  db: Db,
  by: By,
  tickets: TicketRow[],
  { event, message }: { event: Move; message?: string },
) {
  const there: readonly string[] = TARGETS[event];
  const changed = tickets.filter((ticket) => !there.includes(ticket.status));
  const statuses = new Map(changed.map((ticket) => [ticket.id, requireStatusAfter(ticket, event)]));
  for (const status of new Set(statuses.values()))
    await advance(db, idsOf(changed.filter((ticket) => statuses.get(ticket.id) === status)), event, status);
  if (message) await writeAll(db, by.actor, changed, message);
  await record(db, by, MOVED[event], changed, (ticket) =>
    statusChange(ticket.status, statuses.get(ticket.id) ?? ticket.status),
  );
  for (const ticket of changed) await tellOfMove(platform, db, by.actor, ticket, { event, message });
  return changed;
}

async function writeAll(db: Db, actor: Actor, tickets: TicketRow[], body: string): Promise<void> {
  for (const [side, those] of Map.groupBy(tickets, (ticket) => sideOf(actor, ticket))) {
    const author = { author_id: actor.profile_id, author_name: nameOf(actor) };
    await insertMessages(db, idsOf(those), { body, visibility: 'public', side, ...author });
  }
}

async function record(
  db: Db,
  by: By,
  change: string,
  tickets: TicketRow[],
  values: (ticket: TicketRow) => object,
): Promise<void> {
  const entries = tickets.map((ticket) => ({ ...changeOf(ticket, change), ...values(ticket) }));
  for (let from = 0; from < entries.length; from += AUDIT_BATCH)
    await recordChanges(db, by, entries.slice(from, from + AUDIT_BATCH));
}

const idsOf = (tickets: TicketRow[]) => tickets.map((ticket) => ticket.id);

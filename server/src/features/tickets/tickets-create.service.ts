import { personName } from '../../platform/core/actor.ts';
import { may } from '@atalaya/contract/permissions';
import type { TicketDetail, ticketCreateBody } from '@atalaya/contract/tickets';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChanges } from '../../platform/records/audit.ts';
import type { Change } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { attach } from './ticket-files/ticket-attachments.service.ts';
import { caretakersOf, tell } from './ticket-mails.service.ts';
import { reachOf, snapshotOf } from './ticket-shapes.ts';
import { getTicketOfRequest, insertTickets, listTicketsOf, organizationsThere } from './tickets.queries.ts';
import type { NewTicket, TicketRow } from './tickets.queries.ts';
import { changeOf, getAssignee, getDetail } from './tickets.service.ts';
import { tellLive } from './tickets-live.ts';

type Body = z.output<typeof ticketCreateBody>;
/** No ticket where its author had opened it with the same `request_id` before. */
type Opened = { id: string; ticket: TicketRow | null };

/**
 * Opens a ticket; its assignee is told, else the admins of its organization. A retry with the same `request_id` answers
 * the stored ticket.
 * @throws session.forbidden, object.not_found (organization), ticket.not_assignable, attachment.gone
 */
export async function createTicket(platform: Platform, by: By, body: Body): Promise<TicketDetail> {
  const { actor } = by;
  return platform.database.withActor(actor, 'open a ticket of any organization', async (db) => {
    const [opened] = await openTickets(db, by, [body]);
    if (!opened) throw new Error('a ticket was lost');
    if (opened instanceof AppError) throw opened;
    const { id, ticket } = opened;
    if (ticket) {
      const news = ticket.assigned_to ? 'assigned' : 'opened';
      const told = { ticket, to: await caretakersOf(db, ticket), news, message: ticket.description } as const;
      await tell(platform, db, actor, told);
      await tellLive(db, [ticket]);
    }
    return getDetail(db, actor, id);
  });
}

/**
 * Opens many in the caller's transaction and tells no person, in as many statements as one: of each, in their order,
 * what was stored, or what refuses that one alone. @throws attachment.gone, which refuses them all
 */
export async function openTickets(db: Db, by: By, bodies: Body[]): Promise<(Opened | AppError)[]> {
  const asked = bodies.flatMap(({ organization_id }) => organization_id ?? by.actor.organization_id ?? []);
  const there = await organizationsThere(db, [...new Set(asked)]);
  const wanted: (Wanted | AppError)[] = [];
  for (const body of bodies) wanted.push(await wantedOf(db, by.actor, body, there));
  const opened = (await openAll(db, by, wanted.filter(isRight))).values();
  return wanted.map((each) => {
    if (!isRight(each)) return each;
    const { value, done } = opened.next();
    if (done) throw new Error('a ticket was lost');
    return value;
  });
}

async function openAll(db: Db, by: By, wanted: Wanted[]): Promise<Opened[]> {
  const ids = await insertTickets(
    db,
    wanted.map(({ values }) => values),
  );
  const made = ids.filter((id) => id !== null);
  const rows = made.length ? await listTicketsOf(db, reachOf(by.actor), made) : [];
  const tickets = new Map(rows.map((ticket) => [ticket.id, ticket]));
  const opened: Opened[] = [];
  const changes: Change[] = [];
  for (const [at, { values, attachments }] of wanted.entries()) {
    const ticket = tickets.get(ids[at] ?? '') ?? null;
    opened.push({ id: ticket?.id ?? (await getTicketOfRequest(db, values)), ticket });
    if (!ticket) continue;
    const files = await attach(db, by.actor, attachments, { ticket, message_id: null, internal: false });
    const after = { ...snapshotOf(ticket), ...(files.length ? { attachments: files } : {}) };
    changes.push({ ...changeOf(ticket, 'created'), after });
  }
  await recordChanges(db, by, changes);
  return opened;
}

type Wanted = { values: NewTicket; attachments: string[] };
const isRight = (each: Wanted | AppError): each is Wanted => !(each instanceof AppError);

/** As it would be stored, by the rules of one alone. */
async function wantedOf(
  db: Db,
  actor: Actor,
  body: Body,
  there: ReadonlySet<string>,
): Promise<Wanted | AppError> {
  try {
    const organization_id = organizationOfNew(actor, body.organization_id);
    if (body.assigned_to && !may(actor, 'tickets.assign')) throw new AppError('session.forbidden');
    if (!there.has(organization_id)) throw new AppError('object.not_found');
    const assignee = await getAssignee(db, body.assigned_to ?? null, [organization_id]);
    const { attachments = [], organization_id: _asked, ...said } = body;
    const values = {
      ...said,
      organization_id,
      assigned_to: assignee?.id ?? null,
      assigned_name: assignee?.name ?? null,
      created_by: actor.profile_id,
      created_by_name: personName(actor),
    };
    return { values, attachments };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** A super_admin says for whom; the others write for their own organization. */
export function organizationOfNew(actor: Actor, asked: string | undefined): string {
  if (actor.role === 'super_admin') {
    if (asked) return asked;
    throw new AppError('request.invalid', { fields: [{ field: 'body.organization_id', code: 'required' }] });
  }
  if (!actor.organization_id || (asked && asked !== actor.organization_id))
    throw new AppError('session.forbidden');
  return actor.organization_id;
}

import { sql } from 'kysely';
import type { TicketAttachment } from '@atalaya/contract/ticket-messages';
import { TICKET_CHANGES } from '@atalaya/contract/tickets';
import type { Db } from '../../../platform/database/database.ts';
import { json, nullable, number, text } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

const messageRow = {
  ...columnsOf('ticket_messages', 'id', 'body', 'visibility', 'side', 'author_id', 'created_at'),
  author_name: text,
  attachments: json<TicketAttachment[]>(),
};
export type MessageRow = RowOf<typeof messageRow>;

/** Which messages a reader gets: row level security keeps the internal ones from organizations too. */
export type Readable = 'all' | 'public';

const columns = sql`m.id, m.body, m.visibility, m.side, m.author_id,
  coalesce(full_name(p.first_name, p.last_name), m.author_name) as author_name, m.created_at,
  coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'bytes', f.bytes,
      'width', f.width, 'height', f.height) order by f.created_at, f.id)
    from ticket_attachments f where f.organization_id = m.organization_id and f.ticket_id = m.ticket_id
      and f.message_id = m.id), '[]') as attachments`;

function ofTicket(ticket: TicketKey, readable: Readable) {
  const shown = readable === 'all' ? sql`true` : sql`m.visibility = 'public'`;
  return sql`m.organization_id = ${ticket.organization_id} and m.ticket_id = ${ticket.id} and ${shown}`;
}

type TicketKey = { id: string; organization_id: string };

/** So many of the newest; `before`: of those older than that one. */
export type Newest = { limit: number; before?: string };

/** The newest messages of a ticket, oldest first, and how many there are in all. */
export async function listMessages(db: Db, ticket: TicketKey, readable: Readable, { limit, before }: Newest) {
  const where = ofTicket(ticket, readable);
  const older = before === undefined ? sql`true` : sql`m.id < ${before}::uuid`;
  const [page, counted] = await Promise.all([
    rowsOf(messageRow)`select * from (
      select ${columns} from ticket_messages m left join profiles p on p.id = m.author_id
      where ${where} and ${older} order by m.id desc limit ${limit}) newest order by id`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from ticket_messages m where ${where}`.execute(
      db,
    ),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** What others have written after a message (or at all), oldest first. Ids ascend while the ticket is locked. */
export async function listMessagesAfter(
  db: Db,
  ticket: TicketKey,
  readable: Readable,
  after: { message_id: string | null; not_by: string; limit: number },
): Promise<MessageRow[]> {
  const newer = after.message_id === null ? sql`true` : sql`m.id > ${after.message_id}`;
  const { rows } = await rowsOf(messageRow)`
    select ${columns} from ticket_messages m left join profiles p on p.id = m.author_id
    where ${ofTicket(ticket, readable)} and ${newer} and m.author_id is distinct from ${after.not_by}
    order by m.id limit ${after.limit}`.execute(db);
  return rows;
}

export type NewMessage = Pick<MessageRow, 'body' | 'visibility' | 'side' | 'author_name'> & {
  author_id: string;
  request_id?: string | undefined;
};

/** Adds the same message to the conversations of tickets whose rows are locked; the ids of the messages. */
export async function insertMessages(db: Db, ticket_ids: string[], message: NewMessage): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('ticket_messages', 'id'))`
    insert into ticket_messages (organization_id, ticket_id, body, visibility, side, author_id, author_name,
      request_id, created_at)
    select t.organization_id, t.id, ${message.body}, ${message.visibility}, ${message.side}, ${message.author_id},
      ${message.author_name}, ${message.request_id ?? null}, clock_timestamp()
    from tickets t where t.id = any(${ticket_ids}::uuid[])
    returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Whether a ticket, whose row is locked, has a message of this person with this key already. */
export async function isWritten(
  db: Db,
  ticket: TicketKey,
  author_id: string,
  request_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ticket_messages
    where organization_id = ${ticket.organization_id} and ticket_id = ${ticket.id} and author_id = ${author_id}
      and request_id = ${request_id}`.execute(db);
  return rows.length > 0;
}

const historyRow = {
  ...columnsOf('audit_entries', 'id', 'action', 'created_at'),
  actor: ROWS.audit_entries.actor_name,
  before: nullable(json<Record<string, unknown>>()),
  after: nullable(json<Record<string, unknown>>()),
};
export type HistoryRow = RowOf<typeof historyRow>;

/** Entries of other actions about a ticket are no part of its history. */
const CHANGES = TICKET_CHANGES.map((change) => `ticket.${change}`);

/**
 * The newest entries of the audit log about a ticket that the reader may see, oldest first, and how many there are in
 * all.
 */
export async function listHistory(db: Db, id: string, { limit, before }: Newest) {
  const where = sql`l.object_type = 'ticket' and l.object_id = ${id} and l.action = any(${CHANGES}::text[])`;
  const older =
    before === undefined
      ? sql`true`
      : sql`(l.created_at, l.id) < (select b.created_at, b.id from audit_entries b
          where b.object_type = 'ticket' and b.object_id = ${id} and b.id = ${before}::uuid)`;
  const [page, counted] = await Promise.all([
    rowsOf(historyRow)`select * from (
      select l.id, l.action, l.actor_name as actor, l.created_at, l.before, l.after
      from audit_entries l where ${where} and ${older}
      order by l.created_at desc, l.id desc limit ${limit}) newest order by created_at, id`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from audit_entries l where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}

import { sql } from 'kysely';
import type { TicketAttachment } from '@atalaya/contract/ticket-messages';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import type { Readable } from '../ticket-conversation/ticket-messages.queries.ts';

type TicketKey = { id: string; organization_id: string };
type Uploaded = TicketAttachment & { organization_id: string | null; uploaded_by: string };

/** Adds a file that is not sent yet; its bytes are stored already. */
export async function insertAttachment(db: Db, file: Uploaded): Promise<void> {
  await sql`
    insert into ticket_attachments (id, organization_id, uploaded_by, name, type, bytes, width, height)
    values (${file.id}, ${file.organization_id}, ${file.uploaded_by}, ${file.name}, ${file.type}, ${file.bytes},
      ${file.width}, ${file.height})`.execute(db);
}

/**
 * Attaches files that `uploaded_by` has uploaded and not sent yet to a message of a ticket, or to its description
 * (message_id null). Returns the names of those it found: fewer than `ids` where one is gone or was sent already.
 */
export async function sendAttachments(
  db: Db,
  ids: string[],
  uploaded_by: string,
  to: { ticket: TicketKey; message_id: string | null; internal: boolean },
): Promise<string[]> {
  const { ticket, message_id, internal } = to;
  const { rows } = await rowsOf(columnsOf('ticket_attachments', 'name'))`
    update ticket_attachments set organization_id = ${ticket.organization_id}, ticket_id = ${ticket.id},
      message_id = ${message_id}, internal = ${internal}, sent_at = now()
    where id = any(${ids}::uuid[]) and uploaded_by = ${uploaded_by} and ticket_id is null
      and (organization_id is null or organization_id = ${ticket.organization_id})
    returning name`.execute(db);
  return rows.map((row) => row.name);
}

/** Removes a file that its uploader has not sent yet; its name, or null where there is none. */
export async function deleteUnsent(db: Db, id: string, uploaded_by: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('ticket_attachments', 'name'))`
    delete from ticket_attachments where id = ${id} and uploaded_by = ${uploaded_by} and ticket_id is null
    returning name`.execute(db);
  return rows[0]?.name ?? null;
}

const attachment = columnsOf('ticket_attachments', 'id', 'name', 'type', 'bytes', 'width', 'height');
const columns = sql`f.id, f.name, f.type, f.bytes, f.width, f.height`;

/** The files of a ticket's description, in the order of their upload. */
export async function listDescriptionFiles(db: Db, ticket: TicketKey): Promise<TicketAttachment[]> {
  const { rows } = await rowsOf(attachment)`
    select ${columns} from ticket_attachments f
    where f.organization_id = ${ticket.organization_id} and f.ticket_id = ${ticket.id} and f.message_id is null
    order by f.created_at, f.id`.execute(db);
  return rows;
}

/** A file of a ticket that its reader may see, or null. */
export async function findTicketFile(
  db: Db,
  ticket: TicketKey,
  id: string,
  readable: Readable,
): Promise<TicketAttachment | null> {
  const shown = readable === 'all' ? sql`true` : sql`(f.message_id is null or m.visibility = 'public')`;
  const { rows } = await rowsOf(attachment)`
    select ${columns} from ticket_attachments f
    left join ticket_messages m on m.organization_id = f.organization_id and m.ticket_id = f.ticket_id
      and m.id = f.message_id
    where f.organization_id = ${ticket.organization_id} and f.ticket_id = ${ticket.id} and f.id = ${id}
      and ${shown}`.execute(db);
  return rows[0] ?? null;
}

/** Deletes files that were uploaded before this instant and never sent; returns their ids. */
export async function deleteOldUnsent(db: SystemDb, before: Date): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('ticket_attachments', 'id'))`
    delete from ticket_attachments where ticket_id is null and created_at < ${before.toISOString()}
    returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Which of these ids are files of ours. */
export async function knownAttachments(db: SystemDb, ids: string[]): Promise<Set<string>> {
  const { rows } = await rowsOf(columnsOf('ticket_attachments', 'id'))`
    select id from ticket_attachments where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}

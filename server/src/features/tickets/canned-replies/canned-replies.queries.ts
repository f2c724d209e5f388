import { sql } from 'kysely';
import { BIN_DAYS } from '@atalaya/contract/limits';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../../../platform/database/rows.ts';

const cannedReplyRow = columnsOf('ticket_canned_replies', 'id', 'title', 'body', 'updated_at', 'version');
export type CannedReplyRow = RowOf<typeof cannedReplyRow>;

const columns = sql`id, title, body, updated_at, version`;

/** Replies written in advance, by title. */
export async function listCannedReplies(db: Db, limit: number): Promise<CannedReplyRow[]> {
  const { rows } = await rowsOf(cannedReplyRow)`select ${columns} from ticket_canned_replies
    where deleted_at is null order by search_text(title), id limit ${limit}`.execute(db);
  return rows;
}

/** One of them, outside the bin or in it, its row locked until the transaction ends, or null. */
export async function lockCannedReply(
  db: Db,
  id: string,
  where: 'listed' | 'bin' = 'listed',
): Promise<CannedReplyRow | null> {
  const { rows } = await rowsOf(cannedReplyRow)`select ${columns} from ticket_canned_replies
    where id = ${id} and (deleted_at is not null) = ${where === 'bin'} for update`.execute(db);
  return rows[0] ?? null;
}

type Texts = { title: string; body: string };

export async function insertCannedReply(db: Db, { title, body }: Texts): Promise<CannedReplyRow> {
  const { rows } = await rowsOf(cannedReplyRow)`insert into ticket_canned_replies (title, body)
    values (${title}, ${body}) returning ${columns}`.execute(db);
  return onlyRow(rows);
}

export async function saveCannedReply(db: Db, id: string, { title, body }: Texts): Promise<CannedReplyRow> {
  const { rows } = await rowsOf(cannedReplyRow)`update ticket_canned_replies
    set title = ${title}, body = ${body}, version = version + 1, updated_at = now()
    where id = ${id} returning ${columns}`.execute(db);
  return onlyRow(rows);
}

/** Into the bin, or back out of it. */
export async function setInBin(db: Db, id: string, in_bin: boolean): Promise<void> {
  await sql`update ticket_canned_replies set deleted_at = case when ${in_bin} then now() end
    where id = ${id}`.execute(db);
}

/** Deletes for good what has been in the bin for its 30 days. */
export async function purgeCannedReplies(db: SystemDb): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('ticket_canned_replies', 'id'))`delete from ticket_canned_replies
    where deleted_at < now() - make_interval(days => ${BIN_DAYS}) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

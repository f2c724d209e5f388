import { sql } from 'kysely';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { isEndedKey } from '../../platform/accounts/session.queries.ts';
import type { UndoItem, UndoOutcome } from '../../platform/records/undo.ts';
import { boolean, notNull, number, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

const refusedItem = {
  id: ROWS.undo_items.object_id,
  name: text,
  code: notNull(ROWS.undo_items.outcome),
};
const undoRow = {
  ...columnsOf(
    'undos',
    'id',
    'organization_id',
    'resource',
    'action',
    'items',
    'undone_at',
    'undone_request_id',
  ),
  /** null: of an import that goes on. */
  request_id: ROWS.undos.request_id,
  expired: boolean,
  /** Who wanted it and from where, while it goes on. */
  begun_by: ROWS.undos.begun_by,
  begun_origin: ROWS.undos.begun_origin,
};
export type UndoRow = RowOf<typeof undoRow>;

const columns = sql`u.id, u.organization_id, u.resource, u.action, u.items, u.undone_at, u.request_id, u.undone_request_id,
  u.begun_by, u.begun_origin, u.expires_at <= now() as expired`;

/** What takes back the change of an object that was made in a request, or null. An import is taken back by its own id. */
export async function findUndo(
  db: Db,
  change: { request_id: string; object_id: string; action: string },
): Promise<UndoRow | null> {
  const { rows } = await rowsOf(undoRow)`
    select ${columns} from undos u
    where u.request_id = ${change.request_id} and (u.id = ${change.object_id} or u.action = ${change.action}
      and exists (select 1 from undo_items i where i.undo_id = u.id and i.object_id = ${change.object_id}))`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The entry about an object that was written in a request, or null. */
export async function findEntryOf(
  db: Db,
  request_id: string | null,
  object_id: string,
): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('audit_log', 'id'))`
    select id from audit_log where object_id = ${object_id} and request_id = ${request_id} limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** In which request the change was made that was taken back in this one, or null. */
export async function findUndoneRequest(db: Db, request_id: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('undos', 'request_id'))`
    select request_id from undos where undone_request_id = ${request_id}`.execute(db);
  return rows[0]?.request_id ?? null;
}

/** Locks what takes a change back until the transaction ends. */
export async function lockUndo(db: Db, id: string): Promise<UndoRow | null> {
  const { rows } = await rowsOf(undoRow)`select ${columns} from undos u where u.id = ${id}
    for no key update`.execute(db);
  return rows[0] ?? null;
}

/** The next of those whose turn is still to come. */
export async function listOpenItems(db: Db, id: string, limit: number): Promise<UndoItem[]> {
  const { rows } = await rowsOf(columnsOf('undo_items', 'object_id', 'before', 'version'))`
    select object_id, before, version from undo_items where undo_id = ${id} and outcome is null
    order by object_id limit ${limit}`.execute(db);
  return rows;
}

/** Keeps what came of some. */
export async function saveOutcome(db: Db, id: string, { undone, refused }: UndoOutcome): Promise<void> {
  const outcomes = [
    ...undone.map((object_id) => ({ object_id, outcome: 'undone', name: '' })),
    ...refused.map(({ id: object_id, code, name }) => ({ object_id, outcome: code, name })),
  ];
  await sql`
    update undo_items i set outcome = o.outcome, name = o.name
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (object_id uuid, outcome text, name text)
    where i.undo_id = ${id} and i.object_id = o.object_id`.execute(db);
}

export async function findUndoOf(db: Db, id: string): Promise<UndoRow | null> {
  const { rows } = await rowsOf(undoRow)`select ${columns} from undos u where u.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** How many have had their turn, and the first of those that stay as they are. */
export async function readOutcome(db: Db, id: string, shown: number) {
  const counted = await rowsOf({ open: number, undone: number, refused: number })`
    select (count(*) filter (where outcome is null))::int as open,
      (count(*) filter (where outcome = 'undone'))::int as undone,
      (count(*) filter (where outcome <> 'undone'))::int as refused
    from undo_items where undo_id = ${id}`.execute(db);
  const { rows: refused } = await rowsOf(refusedItem)`
    select object_id as id, coalesce(name, '') as name, outcome as code from undo_items
    where undo_id = ${id} and outcome <> 'undone' order by object_id limit ${shown}`.execute(db);
  return { counts: counted.rows[0] ?? { open: 0, undone: 0, refused: 0 }, refused };
}

/** From now on it goes on; what stayed as it was before has another turn. */
export async function markBegun(
  db: Db,
  id: string,
  by: { profile_id: string; api_key_id: string | null; origin: object },
) {
  await sql`update undo_items set outcome = null, name = null
    where undo_id = ${id} and outcome <> 'undone'`.execute(db);
  await sql`update undos set begun_by = ${by.profile_id}, api_key_id = ${by.api_key_id},
      begun_origin = ${JSON.stringify(by.origin)}::jsonb
    where id = ${id}`.execute(db);
}

/** Who wanted what goes on, and whether it was by an API key that has ended; null where it does not. */
export async function findBeginner(
  db: SystemDb,
  id: string,
): Promise<{ begun_by: string; is_key_ended: boolean } | null> {
  const { rows } = await rowsOf({ begun_by: notNull(ROWS.undos.begun_by), is_key_ended: boolean })`
    select begun_by, ${isEndedKey(sql`u.api_key_id`)} as is_key_ended
    from undos u where id = ${id} and begun_by is not null`.execute(db);
  return rows[0] ?? null;
}

/** It goes on no more. */
export async function markStopped(db: Db, id: string): Promise<void> {
  await sql`update undos set begun_by = null, begun_origin = null where id = ${id}`.execute(db);
}

export async function markUndone(db: Db, id: string, by: { profile_id: string; request_id: string | null }) {
  await sql`update undos set undone_at = now(), undone_by = ${by.profile_id},
      undone_request_id = ${by.request_id}
    where id = ${id}`.execute(db);
}

/** What was put back is as the change before had left it: that one can be undone in its turn. */
export async function reviveOlder(db: Db, id: string, object_ids: string[]): Promise<void> {
  await sql`
    update undo_items older set version = done.version + 1
    from undo_items done
    where done.undo_id = ${id} and done.object_id = any(${object_ids}::uuid[])
      and older.object_id = done.object_id and older.version = done.base`.execute(db);
}

/** Deletes some of those that have expired; how many. */
export async function deleteExpiredUndos(db: SystemDb, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from undos where id in (select id from undos where expires_at <= now()
      order by expires_at limit ${limit} for update skip locked)
    returning id`.execute(db);
  return rows.length;
}

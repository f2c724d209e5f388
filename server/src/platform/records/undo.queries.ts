import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Rows } from '../database/row-types.ts';

export type NewUndo = Pick<
  Rows['undos'],
  'organization_id' | 'resource' | 'action' | 'request_id' | 'items' | 'created_by'
>;

export async function insertUndo(db: Db, undo: NewUndo & { id?: string }): Promise<string> {
  const { id } = await db.insertInto('undos').values(undo).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Copies the kept columns of objects that are about to change, and the version that they will have then. */
export async function keepItems(
  db: Db,
  undo_id: string,
  organization_id: string | null,
  { table, kept }: { table: string; kept: readonly string[] },
  ids: string[],
): Promise<void> {
  const pairs = kept.map((column) => sql`${sql.lit(column)}, ${sql.ref(column)}`);
  await sql`
    insert into undo_items (undo_id, object_id, organization_id, before, base, version)
    select ${undo_id}, id, ${organization_id}, jsonb_build_object(${sql.join(pairs)}), version, version + 1
    from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db);
}

/** Puts the kept columns of objects back as they were, each object by one more version. */
export async function saveKept(
  db: Db,
  { table, kept }: { table: string; kept: readonly string[] },
  objects: readonly { id: string }[],
): Promise<void> {
  const columns = sql.join(kept.map((column) => sql`${sql.ref(column)} = kept.${sql.ref(column)}`));
  await sql`
    update ${sql.table(table)} t set ${columns}, version = t.version + 1, updated_at = now()
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(objects)}::jsonb) kept
    where t.id = kept.id`.execute(db);
}

/** Adds objects that a change goes on to make. */
export async function addMadeItems(
  db: Db,
  undo_id: string,
  organization_id: string | null,
  ids: string[],
): Promise<void> {
  await sql`
    with made as (
      insert into undo_items (undo_id, object_id, organization_id, before, base, version)
      select ${undo_id}, id, ${organization_id}::uuid, null, 0, 1 from unnest(${ids}::uuid[]) as ids (id)
      returning 1)
    update undos set items = items + (select count(*) from made) where id = ${undo_id}`.execute(db);
}

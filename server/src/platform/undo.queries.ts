import { sql } from 'kysely';
import type { TransferResource } from '@atalaya/contract/transfers';
import type { Db } from './database/database.ts';
import type { Rows } from './database/row-types.ts';

export type NewUndo = Pick<
  Rows['undos'],
  'organization_id' | 'resource' | 'action' | 'request_id' | 'items' | 'created_by'
>;

export async function insertUndo(db: Db, undo: NewUndo & { id?: string }): Promise<string> {
  const { id } = await db.insertInto('undos').values(undo).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The columns that a change which can be undone may touch, `version` and `updated_at` aside. */
const KEPT: Record<TransferResource, string[]> = {
  users: ['role', 'is_active', 'organization_id', 'deleted_at'],
  organizations: ['deleted_at'],
  tickets: [
    'status',
    'priority',
    'assigned_to',
    'assigned_name',
    'first_response_at',
    'resolved_at',
    'closed_at',
    'waiting_since',
    'waited_seconds',
    'resolution_seconds',
    'deleted_at',
  ],
};
const TABLES = { users: 'profiles', organizations: 'organizations', tickets: 'tickets' } as const;

/** Copies those columns of objects that are about to change, and the version that they will have then. */
export async function keepItems(
  db: Db,
  undo_id: string,
  organization_id: string | null,
  resource: TransferResource,
  ids: string[],
): Promise<void> {
  const pairs = KEPT[resource].map((column) => sql`${sql.lit(column)}, ${sql.ref(column)}`);
  await sql`
    insert into undo_items (undo_id, object_id, organization_id, before, base, version)
    select ${undo_id}, id, ${organization_id}, jsonb_build_object(${sql.join(pairs)}), version, version + 1
    from ${sql.table(TABLES[resource])} where id = any(${ids}::uuid[])`.execute(db);
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

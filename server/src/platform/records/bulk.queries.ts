import { sql } from 'kysely';
import { CHANGE_DAYS } from '@atalaya/contract/limits';
import type { Db } from '../database/database.ts';
import type { Rows } from '../database/row-types.ts';

export type NewChange = Pick<Rows['transfers'], 'organization_id' | 'created_by'> & {
  resource: 'users' | 'tickets';
  action: string;
  request: object;
  total: number;
};

/** Adds a change of many to the transfers of its author; its id. */
export async function insertChange(db: Db, change: NewChange): Promise<string> {
  const { id } = await db
    .insertInto('transfers')
    .values({
      organization_id: change.organization_id,
      created_by: change.created_by,
      kind: 'change',
      resource: change.resource,
      step: 'change',
      request: JSON.stringify(change.request),
      // A change has no file: this column holds its action.
      file_name: change.action,
      total: change.total,
      expires_at: sql<Date>`now() + make_interval(days => ${CHANGE_DAYS})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

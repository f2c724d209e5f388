import type { Db } from '../database/database.ts';
import { boolean } from '../database/columns.ts';
import { rowsOf } from '../database/rows.ts';

/**
 * Takes the one place that an organization has for work on many rows, until the transaction ends; null: the place of
 * the whole system. While that is taken no organization has one.
 * @returns false where it is taken
 */
export async function tryHeavyWork(db: Db, organization_id: string | null): Promise<boolean> {
  const { rows } = await rowsOf({ free: boolean })`
    select case when ${organization_id}::text is null
      then pg_try_advisory_xact_lock(hashtext('atalaya.heavy'), 0)
      else pg_try_advisory_xact_lock_shared(hashtext('atalaya.heavy'), 0)
        and pg_try_advisory_xact_lock(hashtext('atalaya.heavy'), hashtext(${organization_id}))
      end as free`.execute(db);
  return rows[0]?.free ?? false;
}

import type { Insertable } from 'kysely';
import type { Db } from './database/database.ts';
import type { Tables } from './database/tables.ts';

/** Adds rows to the audit log; not read back, since a tenant need not see them. */
export async function insertAuditRows(db: Db, rows: Insertable<Tables['audit_log']>[]): Promise<void> {
  await db.insertInto('audit_log').values(rows).execute();
}

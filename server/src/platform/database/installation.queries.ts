import { sql } from 'kysely';
import type { SystemDb } from './database.ts';
import { boolean } from './columns.ts';
import { columnsOf, rowsOf } from './rows.ts';

/** Whether all people in the database are of a demonstration: it was empty when the sample data came, or still is. */
export async function holdsOnlyDemo(db: SystemDb): Promise<boolean> {
  const { rows } = await rowsOf({ only_demo: boolean })`
    select is_demo or not exists (select from profiles) as only_demo from installation`.execute(db);
  return rows[0]?.only_demo ?? false;
}

/** The same for a database in which demo people were made, even if they are gone. */
export async function wasDemo(db: SystemDb): Promise<boolean> {
  const { rows } = await rowsOf(columnsOf('installation', 'is_demo'))`
    select is_demo from installation`.execute(db);
  return rows[0]?.is_demo ?? false;
}

export async function markAsDemo(db: SystemDb): Promise<void> {
  await sql`update installation set is_demo = true where not is_demo`.execute(db);
}

/** The name of the database for itself. */
export async function findInstallation(db: SystemDb): Promise<{ id: string }> {
  const { rows } = await rowsOf(columnsOf('installation', 'id'))`select id from installation`.execute(db);
  if (!rows[0]) throw new Error('the one row of installation is missing');
  return rows[0];
}

/** The name of the database for itself, and whether its storage holds it; other processes wait until the commit. */
export async function lockInstallation(db: SystemDb): Promise<{ id: string; files_marked: boolean }> {
  const { rows } = await rowsOf(columnsOf('installation', 'id', 'files_marked'))`
    select id, files_marked from installation for update`.execute(db);
  if (!rows[0]) throw new Error('the one row of installation is missing');
  return rows[0];
}

export async function markFiles(db: SystemDb): Promise<void> {
  await sql`update installation set files_marked = true`.execute(db);
}

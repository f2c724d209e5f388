import { sql } from 'kysely';
import type { Channels } from '../../platform/settings/settings.queries.ts';
import type { Db } from '../../platform/database/database.ts';
import { json } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../../platform/database/rows.ts';

/** The settings of an organization or of the system, as chosen. */
const settingsRow = {
  ...columnsOf(
    'settings',
    'id',
    'language',
    'time_zone',
    'currency',
    'two_factor_required',
    'session_idle_hours',
    'session_absolute_hours',
    'allowed_domains',
    'sender_name',
    'reply_to',
    'version',
    'updated_at',
  ),
  notifications: json<Record<string, Channels>>(),
};
export type SettingsRow = RowOf<typeof settingsRow>;
export type SettingsChange = Partial<Omit<SettingsRow, 'id' | 'version' | 'updated_at'>>;

const columns = sql`id, language, time_zone, currency, two_factor_required, session_idle_hours, session_absolute_hours,
  allowed_domains, sender_name, reply_to, notifications, version, updated_at`;

/** What an organization (null: the system) has chosen; null where it never did. */
export async function findSettings(db: Db, organization_id: string | null): Promise<SettingsRow | null> {
  const { rows } = await rowsOf(settingsRow)`
    select ${columns} from settings
    where organization_id is not distinct from ${organization_id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** The system's, which every organization may know. */
export async function findSystemSettings(db: Db): Promise<SettingsRow | null> {
  const { rows } = await rowsOf(settingsRow)`select ${columns} from system_settings()`.execute(db);
  return rows[0] ?? null;
}

/** Locks the row, which is made where it is missing: of two that save first, one waits for the other. */
export async function lockSettings(db: Db, organization_id: string | null): Promise<SettingsRow> {
  await sql`insert into settings (organization_id) values (${organization_id}::uuid) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await rowsOf(settingsRow)`
    select ${columns} from settings
    where organization_id is not distinct from ${organization_id}::uuid for update`.execute(db);
  return onlyRow(rows);
}

/**
 * No invoice is issued until the transaction ends: who issues one writes its series, which this waits for and keeps
 * others from.
 */
export async function lockIssuing(db: Db): Promise<void> {
  await sql`lock table invoice_series in share mode`.execute(db);
}

/** Stores the given columns alone. */
export async function saveSettings(
  db: Db,
  id: string,
  { notifications, ...change }: SettingsChange,
): Promise<void> {
  await db
    .updateTable('settings')
    .set({
      ...change,
      ...(notifications ? { notifications: JSON.stringify(notifications) } : {}),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

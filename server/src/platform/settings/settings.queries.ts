import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { DEFAULT_CURRENCY } from '@atalaya/contract/choices';
import { DEFAULT_TIME_ZONE } from '@atalaya/contract/dashboard';
import type { Db } from '../database/doors.ts';
import { boolean, json, nullable, number, oneOf, text, texts } from '../database/columns.ts';
import type { RowOf } from '../database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../database/rows.ts';
import { ABSOLUTE_DAYS, IDLE_HOURS } from '../core/session-lifetime.ts';

/** Whether an event reaches people on the screen and by mail, unless they chose otherwise. */
export type Channels = { screen: boolean; mail: boolean };

/** What holds for the people of an organization, or for those without one. */
const effectiveSettings = {
  language: oneOf('es', 'en'),
  time_zone: text,
  two_factor_required: boolean,
  session_idle_hours: number,
  session_absolute_hours: number,
  /** Empty: any. */
  allowed_domains: texts,
  sender_name: nullable(text),
  /** An organization's own only while one of its people has proven that the address is theirs. */
  reply_to: nullable(text),
  /** The events that differ from the product's defaults. */
  notifications: json<Record<string, Channels>>(),
};
export type EffectiveSettings = RowOf<typeof effectiveSettings>;

const DEFAULT_LANGUAGE = 'es';

const effective = sql`coalesce(o.language, g.language, ${DEFAULT_LANGUAGE}) as language,
      coalesce(o.time_zone, g.time_zone, ${DEFAULT_TIME_ZONE}) as time_zone,
      coalesce(s.two_factor_required, false) or coalesce(g.two_factor_required, false) as two_factor_required,
      least(s.session_idle_hours, g.session_idle_hours, ${IDLE_HOURS}::int) as session_idle_hours,
      least(s.session_absolute_hours, g.session_absolute_hours, ${ABSOLUTE_DAYS * 24}::int) as session_absolute_hours,
      coalesce(nullif(s.allowed_domains, '{}'), g.allowed_domains, '{}') as allowed_domains,
      coalesce(s.sender_name, g.sender_name) as sender_name,
      coalesce(case when is_proven_address(s.organization_id, s.reply_to) then s.reply_to end, g.reply_to) as reply_to,
      coalesce(g.notifications, '{}') || coalesce(s.notifications, '{}') as notifications`;
const askedFor = (ids: RawBuilder<unknown>) => sql`${ids} as asked (id, position)
    left join organizations o on o.id = asked.id
    left join settings s on s.organization_id = asked.id
    left join system_settings() g on true`;

/**
 * What holds for an organization (null: for people without one): its own settings on top of the system's. Where both
 * speak of security, the stricter holds; its own domains replace the system's. Of another organization a tenant's
 * transaction reads the system's alone.
 */
export async function readSettings(db: Db, organization_id: string | null): Promise<EffectiveSettings> {
  const asked = sql`(values (${organization_id}::uuid, 1))`;
  const { rows } = await rowsOf(effectiveSettings)`
    select ${effective} from ${askedFor(asked)}`.execute(db);
  return onlyRow(rows);
}

/** The same for each of these organizations, in their order. */
export async function listSettings(db: Db, ids: string[]): Promise<EffectiveSettings[]> {
  const asked = sql`unnest(${ids}::uuid[]) with ordinality`;
  const { rows } = await rowsOf(effectiveSettings)`
    select ${effective} from ${askedFor(asked)} order by asked.position`.execute(db);
  return rows;
}

/** The organization of an id, outside the bin, where the transaction sees it, or null. */
export async function findNamed(db: Db, id: string): Promise<{ id: string; name: string } | null> {
  const { rows } = await rowsOf(columnsOf('organizations', 'id', 'name'))`
    select id, name from organizations where id = ${id}::uuid and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Whether the database can count days in a zone. */
export async function knowsTimeZone(db: Db, time_zone: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_timezone_names where name = ${time_zone}`.execute(db);
  return rows.length > 0;
}

const installationCurrency = { code: text, is_fixed: boolean };

/**
 * The currency that new plans have, and whether it stays: once an invoice is issued. That of the first invoice where
 * none was chosen before it. For transactions that see all organizations.
 */
export async function readCurrency(db: Db): Promise<RowOf<typeof installationCurrency>> {
  const { rows } = await rowsOf(installationCurrency)`
    select coalesce(g.currency, i.currency, ${DEFAULT_CURRENCY}) as code, i.currency is not null as is_fixed
    from (values (1)) as one (row) left join system_settings() g on true
    left join (select currency from invoices order by id limit 1) i on true`.execute(db);
  return onlyRow(rows);
}

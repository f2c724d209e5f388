import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { number } from '../database/columns.ts';
import type { RowOf } from '../database/columns.ts';
import type { SystemDb } from '../database/database.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';

/**
 * The audit log as an outbox: who hands on what it says keeps, for each of its lanes, how far it has. The positions of a
 * lane have no gaps and are in the order of their commits, so that nothing is missed and nothing told twice.
 */

/** Who keeps cursors, and where. */
const CURSORS = {
  webhook: { table: sql.table('webhook_cursors'), key: sql.ref('endpoint_id') },
  stream: { table: sql.table('audit_stream_cursors'), key: sql.ref('stream_id') },
} as const;
export type ReaderKind = keyof typeof CURSORS;
export type LogReader = {
  kind: ReaderKind;
  id: string;
  /** null: it reads the log of the whole system. */
  organization_id: string | null;
};

/** Lanes `h`, with their cursors `c`, that are longer than a reader has come, who is `e` of the statement around. */
export const newLanes = (kind: ReaderKind): RawBuilder<unknown> =>
  lanesOf(kind, sql`e.id`, sql`e.organization_id`);

const lanesOf = (
  kind: ReaderKind,
  id: RawBuilder<unknown>,
  organization: RawBuilder<unknown>,
) => sql`audit_heads h
  left join ${CURSORS[kind].table} c on c.${CURSORS[kind].key} = ${id} and c.chain = h.chain and c.lane = h.lane
  where (${organization} is null or h.chain = ${organization}::text) and h.position > coalesce(c.position, 0)`;

const sealed = {
  ...columnsOf('audit_seals', 'audit_id', 'chain', 'lane', 'position'),
  ordinal: number,
  /** Where the cursor of its lane stood. */
  told: number,
};
export type Sealed = RowOf<typeof sealed>;

/** Entries of before there were order numbers go by their instants, whose microseconds are fewer. */
const ordinal = sql`coalesce(s.ordinal, (extract(epoch from a.created_at) * 1000000)::bigint, 0)`;
export const sealedRow = sealed;
export const sealedOrdinal = sql`${ordinal} as ordinal`;

/** Lanes that are read at once: an organization has eight at most, the system those of all; any of them has its turn. */
const LANES = 32;

/**
 * What a reader was not told yet, the oldest first, and of each lane without a gap: instants of entries from before may
 * be in another order than their positions.
 */
export async function listNews(db: SystemDb, reader: LogReader, limit: number): Promise<Sealed[]> {
  const { kind, id, organization_id } = reader;
  const lanes = lanesOf(kind, sql`${id}::uuid`, sql`${organization_id}::uuid`);
  const { rows } = await rowsOf(sealed)`
    select n.audit_id, n.chain, n.lane, n.position, n.ordinal, n.told from (
      select s.audit_id, s.chain, s.lane, s.position, ${sealedOrdinal}, l.told,
        max(${ordinal}) over (partition by s.chain, s.lane order by s.position) as place
      from (select h.chain, h.lane, coalesce(c.position, 0) as told from ${lanes} order by random() limit ${LANES}) l
      cross join lateral (select s.* from audit_seals s
        where s.chain = l.chain and s.lane = l.lane and s.position > l.told order by s.position limit ${limit}) s
      left join audit_log a on a.id = s.audit_id) n
    order by n.place, n.position limit ${limit}`.execute(db);
  return rows;
}

/** Moves the cursors on, to the last of each lane. False where another process has: nothing of it is to be kept. */
export async function moveCursors(
  db: SystemDb,
  { kind, id }: Pick<LogReader, 'kind' | 'id'>,
  told: readonly Sealed[],
): Promise<boolean> {
  const { table, key } = CURSORS[kind];
  const { rows } = await rowsOf({ lanes: number, moved: number })`
    with lanes as (
      select t.chain, t.lane, min(t.told) as told, max(t.position) as position
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t (chain text, lane smallint, position bigint, told bigint)
      group by t.chain, t.lane
    ), moved as (
      insert into ${table} as c (${key}, chain, lane, position)
      select ${id}, l.chain, l.lane, l.position from lanes l
      on conflict (${key}, chain, lane) do update set position = excluded.position
        where c.position = (select l.told from lanes l where l.chain = excluded.chain and l.lane = excluded.lane)
      returning 1
    )
    select (select count(*)::int from lanes) as lanes, (select count(*)::int from moved) as moved`.execute(
    db,
  );
  return rows[0]?.lanes === rows[0]?.moved;
}

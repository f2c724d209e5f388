import { sql } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import { json, number } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { columnsOf, rowsOf, selected } from '../../platform/database/rows.ts';

/** Processes make anchors one after the other: their numbers are in the order of their commits. */
export async function lockAnchors(db: SystemDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atalaya.audit anchors'))`.execute(db);
}

const end = {
  ...columnsOf('audit_heads', 'chain'),
  entries: number,
  lanes: json<{ lane: number; position: number; hash: string }[]>(),
};
export type ChainEnd = RowOf<typeof end>;

/** Where chains end that have grown since their last anchor, at most so many. */
export async function listGrown(db: SystemDb, limit: number): Promise<ChainEnd[]> {
  const { rows } = await rowsOf(end)`
    select h.chain, sum(h.position)::bigint as entries,
      jsonb_agg(jsonb_build_object('lane', h.lane, 'position', h.position, 'hash', encode(h.hash, 'hex'))
        order by h.lane) as lanes
    from audit_heads h group by h.chain
    having sum(h.position) > coalesce((select max(a.entries) from audit_anchors a where a.chain = h.chain), 0)
    order by h.chain limit ${limit}`.execute(db);
  return rows;
}

export type NewAnchor = { chain: string; organization_id: string | null; entries: number; content: string };

export async function insertAnchors(db: SystemDb, anchors: NewAnchor[]): Promise<void> {
  await sql`insert into audit_anchors (chain, organization_id, entries, content)
    select a.chain, a.organization_id, a.entries, a.content from jsonb_to_recordset(${JSON.stringify(anchors)}::jsonb)
      as a (chain text, organization_id uuid, entries bigint, content text)`.execute(db);
}

const anchorRow = columnsOf('audit_anchors', 'id', 'number', 'chain', 'entries', 'content', 'created_at');
export type AnchorRow = RowOf<typeof anchorRow>;

/** A page of the anchors of an organization, or of all chains, newest first, and how many there are. */
export async function listAnchors(db: Db, organization_id: string | null, page: number) {
  const matching = sql`(${organization_id}::uuid is null or a.organization_id = ${organization_id}::uuid)`;
  const { rows } = await rowsOf(anchorRow)`
    select ${selected('a', anchorRow)} from audit_anchors a where ${matching}
    order by a.number desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db);
  const counted = await rowsOf({ total: number })`
    select count(*)::int as total from audit_anchors a where ${matching}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The next anchors after one, in their order. */
export async function listAnchorsAfter(
  db: Db,
  organization_id: string | null,
  after: number,
  limit: number,
): Promise<AnchorRow[]> {
  const { rows } = await rowsOf(anchorRow)`
    select ${selected('a', anchorRow)} from audit_anchors a
    where (${organization_id}::uuid is null or a.organization_id = ${organization_id}::uuid) and a.number > ${after}
    order by a.number limit ${limit}`.execute(db);
  return rows;
}

const place = columnsOf('audit_seals', 'chain', 'lane', 'position', 'hash');
export type Place = { chain: string; lane: number; position: number };

/** The hashes that the log has at these places. */
export async function listHashesAt(db: SystemDb, places: readonly Place[]) {
  const { rows } = await rowsOf(place)`
    select s.chain, s.lane, s.position, s.hash
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (chain text, lane smallint, position bigint)
    join audit_seals s on s.chain = p.chain and s.lane = p.lane and s.position = p.position`.execute(db);
  return rows;
}

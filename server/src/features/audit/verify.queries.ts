import { sql } from 'kysely';
import type { SystemDb } from '../../platform/database/database.ts';
import { nullable, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/** A lane of a chain: where it should end and where its seals do, as of one moment. */
const lane = {
  ...columnsOf('audit_seals', 'chain', 'lane'),
  head_position: nullable(ROWS.audit_heads.position),
  head_hash: nullable(ROWS.audit_heads.hash),
  last_position: nullable(ROWS.audit_seals.position),
};
export type Lane = RowOf<typeof lane>;

const sealed = {
  ...columnsOf('audit_seals', 'audit_id', 'position', 'hash'),
  /** What the hash covers beside the hash before it; null where the row is gone. */
  content: nullable(text),
};
export type Sealed = RowOf<typeof sealed>;

/** Reading a whole log takes longer than a request may. */
export async function allowLongReading(db: SystemDb): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true)`.execute(db);
}

export async function listLanes(db: SystemDb): Promise<Lane[]> {
  const { rows } = await rowsOf(lane)`
    select chain, lane, h.position as head_position, h.hash as head_hash, s.position as last_position
    from audit_heads h
    full join (select chain, lane, max(position) as position from audit_seals group by chain, lane) s
      using (chain, lane)
    order by chain, lane`.execute(db);
  return rows;
}

/** Seals after a position, with the content of their rows written as the migration's `audit_content` writes it. */
export async function listSealed(
  db: SystemDb,
  { chain, lane, last_position }: Lane,
  after: number,
  limit: number,
): Promise<Sealed[]> {
  const { rows } = await rowsOf(sealed)`
    select s.audit_id, s.position, s.hash, case when a.id is not null then
      (jsonb_build_array(s.chain, s.lane, s.position, a.id, a.organization_id, a.actor_profile_id, a.actor_email,
        a.action, a.object_type, a.object_id, a.before, a.after, a.ip_address, a.user_agent, a.request_id,
        (extract(epoch from a.created_at) * 1000000)::bigint)
        || case when a.api_key_id is null then '[]'::jsonb else jsonb_build_array(a.api_key_id) end
        || case when a.actor_role is null then '[]'::jsonb
          else jsonb_build_array(jsonb_build_object('actor_role', a.actor_role)) end
        || case when a.part_for is null then '[]'::jsonb
          else jsonb_build_array(jsonb_build_object('part_for', a.part_for)) end)::text
      end as content
    from audit_seals s left join audit_log a on a.id = s.audit_id
    where s.chain = ${chain} and s.lane = ${lane} and s.position > ${after} and s.position <= ${last_position}
    order by s.position limit ${limit}`.execute(db);
  return rows;
}

/** Rows that were written past the trigger that seals: the first hundred. */
export async function listUnsealed(db: SystemDb): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('audit_log', 'id'))`
    select a.id from audit_log a where not exists (select from audit_seals s where s.audit_id = a.id)
    order by a.id limit 100`.execute(db);
  return rows.map((row) => row.id);
}

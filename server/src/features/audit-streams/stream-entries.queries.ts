import { nullable } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf, selected } from '../../platform/database/rows.ts';

const shown = columnsOf(
  'audit_entries',
  'id',
  'created_at',
  'organization_id',
  'actor_profile_id',
  'actor_email',
  'actor_name',
  'action',
  'object_type',
  'object_id',
  'before',
  'after',
  'ip_address',
  'user_agent',
  'request_id',
  'api_key_id',
);
const streamedEntry = { ...shown, organization_name: nullable(ROWS.organizations.name) };
export type StreamedEntry = RowOf<typeof streamedEntry>;

/** Entries as their reader may see them. */
export async function listStreamed(db: Db, ids: readonly string[]): Promise<StreamedEntry[]> {
  const { rows } = await rowsOf(streamedEntry)`
    select ${selected('a', shown)}, o.name as organization_name
    from audit_entries a left join organizations o on o.id = a.organization_id
    where a.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

const hashes = {
  ...columnsOf('audit_seals', 'audit_id', 'hash'),
  /** null: the entry is the first of its lane. */
  previous_hash: nullable(ROWS.audit_seals.hash),
};
export type Hashes = RowOf<typeof hashes>;

/** The hash of each entry in its lane, and of the one before it. */
export async function listHashes(db: SystemDb, ids: readonly string[]): Promise<Hashes[]> {
  const { rows } = await rowsOf(hashes)`
    select s.audit_id, s.hash, p.hash as previous_hash
    from audit_seals s
    left join audit_seals p on p.chain = s.chain and p.lane = s.lane and p.position = s.position - 1
    where s.audit_id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

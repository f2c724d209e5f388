import { sql } from 'kysely';
import { HELD_KINDS } from '@atalaya/contract/offboarding-kinds';
import type { Db } from '../../platform/database/database.ts';
import { bytes, instant, nullable, number, oneOf, text, uuid } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

const leaver = columnsOf(
  'profiles',
  'id',
  'first_name',
  'last_name',
  'email',
  'is_active',
  'organization_id',
);
export type Leaver = RowOf<typeof leaver>;

/** Those of these people who are within reach and not in the bin. */
export async function listLeavers(db: Db, ids: string[]): Promise<Leaver[]> {
  const { rows } = await rowsOf(leaver)`
    select id, first_name, last_name, email, is_active, organization_id from profiles
    where id = any(${ids}::uuid[]) and deleted_at is null`.execute(db);
  return rows;
}

const kind = oneOf(...HELD_KINDS);
const heldRow = {
  profile_id: uuid,
  kind,
  id: nullable(uuid),
  /** Of a session and a browser its user agent; null where things of a kind have no names. */
  name: nullable(text),
  since: nullable(instant),
  things: number,
};
export type HeldRow = RowOf<typeof heldRow>;

/** What these people hold, oldest first; nothing of those out of reach. */
export async function listHeld(db: Db, profile_ids: string[]): Promise<HeldRow[]> {
  const { rows } = await rowsOf(heldRow)`
    select profile_id, kind, id, name, since, things from held_by(${profile_ids}::uuid[])
    order by since, id`.execute(db);
  return rows;
}

const endedRow = { profile_id: uuid, kind, things: number };
export type EndedRow = RowOf<typeof endedRow>;

/** Ends the access of people who are locked, and the news that wait for them. */
export async function endHeld(db: Db, profile_ids: string[]): Promise<EndedRow[]> {
  const { rows } = await rowsOf(endedRow)`
    select profile_id, kind, things from end_held(${profile_ids}::uuid[])`.execute(db);
  return rows;
}

/** Stops their imports, exports and bulk changes, and takes the files away that they could download. */
export async function endTransfersOf(db: Db, profile_ids: string[]): Promise<EndedRow[]> {
  const { rows } = await rowsOf(endedRow)`
    select profile_id, kind, things from end_transfers_of(${profile_ids}::uuid[])`.execute(db);
  return rows;
}

const sealRow = { audit_id: uuid, action: text, object_id: nullable(uuid), hash: bytes };
export type SealRow = RowOf<typeof sealRow>;

/** The entries of the audit log that this transaction has sealed so far. */
export async function listOwnSeals(db: Db): Promise<SealRow[]> {
  const { rows } = await rowsOf(sealRow)`
    select audit_id, action, object_id, hash from own_seals()`.execute(db);
  return rows;
}

const receiptRow = columnsOf(
  'offboarding_receipts',
  'id',
  'organization_id',
  'profile_id',
  'acted_by',
  'content',
  'created_at',
);
export type ReceiptRow = RowOf<typeof receiptRow>;

/** Receipts that a person's record shows. */
const LISTED_MAX = 100;

export async function insertReceipts(db: Db, receipts: Omit<ReceiptRow, 'created_at'>[]): Promise<void> {
  await sql`
    insert into offboarding_receipts (id, organization_id, profile_id, acted_by, content)
    select id, organization_id, profile_id, acted_by, content
    from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as receipt (
      id uuid, organization_id uuid, profile_id uuid, acted_by text, content text)`.execute(db);
}

/** The receipts of a person, newest first. */
export async function listReceipts(
  db: Db,
  profile_id: string,
): Promise<Pick<ReceiptRow, 'id' | 'acted_by' | 'created_at'>[]> {
  const { rows } = await rowsOf(columnsOf('offboarding_receipts', 'id', 'acted_by', 'created_at'))`
    select id, acted_by, created_at from offboarding_receipts where profile_id = ${profile_id}
    order by created_at desc, id desc limit ${LISTED_MAX}`.execute(db);
  return rows;
}

export async function findReceipt(db: Db, id: string): Promise<ReceiptRow | null> {
  const { rows } = await rowsOf(receiptRow)`
    select id, organization_id, profile_id, acted_by, content, created_at
    from offboarding_receipts where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

export type AuditRow = {
  organization_id: string | null;
  actor_profile_id: string | null;
  actor_email: string | null;
  actor_role: string | null;
  api_key_id: string | null;
  action: string;
  object_type: string;
  object_id: string | null;
  before: unknown;
  after: unknown;
  ip_address: string | null;
  user_agent: string | null;
  request_id: string | null;
  /** For whom it is a part of another entry of its request; null: it leads. */
  part_for: 'system' | 'all' | null;
};

/**
 * Adds rows to the audit log; not read back, since a tenant need not see them. One statement text for any number of
 * rows, so that it is prepared once.
 */
export async function insertAuditRows(db: Db, rows: AuditRow[]): Promise<void> {
  await sql`
    insert into audit_log (organization_id, actor_profile_id, actor_email, action, object_type, object_id,
      before, after, ip_address, user_agent, request_id, api_key_id, actor_role, part_for)
    select organization_id, actor_profile_id, actor_email, action, object_type, object_id,
      before, after, ip_address, user_agent, request_id, api_key_id, actor_role, part_for
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      organization_id uuid, actor_profile_id uuid, actor_email text, action text, object_type text, object_id uuid,
      before jsonb, after jsonb, ip_address text, user_agent text, request_id text,
      api_key_id uuid, actor_role text, part_for text)`.execute(db);
}

/** Seals what the transaction has written so far, instead of at its commit. */
export async function sealAuditRows(db: Db): Promise<void> {
  await sql`set constraints audit_log_sealed immediate`.execute(db);
}

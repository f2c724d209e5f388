import type { Actor, Origin } from '../core/actor.ts';
import { insertAuditRows } from './audit.queries.ts';
import type { AuditRow } from './audit.queries.ts';
import { chunksOf } from '../database/chunks.ts';
import type { Db } from '../database/database.ts';

/** Who makes a change, and from where. `actor` is null for jobs and for people not signed in. */
export type Author = { actor: Actor | null; origin: Origin };

export type Change = {
  /** `noun.verb`, such as 'user.updated'. */
  action: string;
  object_type: string;
  object_id: string | null;
  /** The organization whose audit log shows it. */
  organization_id: string | null;
  /** The object, or its changed fields; never a password or a token. */
  before?: unknown;
  after?: unknown;
};

/** Longest user agent kept; the header has no bound of its own. */
const USER_AGENT_MAX = 300;

/** Writes one change to the audit log, in the transaction that makes it. */
export function recordChange(db: Db, by: Author, change: Change): Promise<void> {
  return recordChanges(db, by, [change]);
}

/** Rows of one statement: their JSON is built in one go, during which no other request is served. */
const CHUNK = 1_000;

/** Writes any number of changes to the audit log, in the transaction that makes them. */
export async function recordChanges(db: Db, by: Author, changes: readonly Change[]): Promise<void> {
  for (const chunk of chunksOf(changes, CHUNK)) await insertAuditRows(db, rowsOf(by, chunk));
}

function rowsOf(by: Author, changes: readonly Change[]): AuditRow[] {
  return changes.map((change) => ({
    organization_id: change.organization_id,
    actor_profile_id: by.actor?.profile_id ?? null,
    actor_email: by.actor?.email ?? null,
    actor_role: by.actor?.role ?? null,
    api_key_id: by.actor?.api_key_id ?? null,
    action: change.action,
    object_type: change.object_type,
    object_id: change.object_id,
    before: change.before ?? null,
    after: change.after ?? null,
    ip_address: by.origin.ip_address,
    user_agent: by.origin.user_agent?.slice(0, USER_AGENT_MAX) ?? null,
    request_id: by.origin.request_id,
  }));
}

import { NOWHERE } from '../core/actor.ts';
import type { Actor, By, Origin } from '../core/actor.ts';
import { insertAuditRows } from './audit.queries.ts';
import type { AuditRow } from './audit.queries.ts';
import { chunksOf } from '../database/chunks.ts';
import type { Db } from '../database/database.ts';
import { tellLists } from '../live/list-news.ts';

/** Who makes a change, and from where. `actor` is null for jobs and for people not signed in. */
export type Author = Omit<By, 'actor'> & {
  actor: Actor | null;
  /** Of changes that several requests make together, where each came from: by the person whom they are about. */
  origins?: ReadonlyMap<string, Origin>;
};

/** What a job does of its own accord: no person asked for it, from no address. */
export const THE_SERVER: Author = { actor: null, origin: NOWHERE };

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
  /** It follows from another change of the organization, in the same request, which is recorded after it. */
  is_consequence?: boolean;
  /** The person whom it is about, where that is not the object: by their id, or the address of one who is new. */
  about?: string | null;
};

/** Longest user agent kept; the header has no bound of its own. */
const USER_AGENT_MAX = 300;

/** Writes one change to the audit log, in the transaction that makes it. */
export function recordChange(db: Db, by: Author, change: Change): Promise<void> {
  return recordChanges(db, by, [change]);
}

/** Rows of one statement: their JSON is built in one go, during which no other request is served. */
const CHUNK = 1_000;

/** Writes any number of changes to the audit log, in the transaction that makes them, and tells the open lists of them. */
export async function recordChanges(db: Db, by: Author, changes: readonly Change[]): Promise<void> {
  for (const chunk of chunksOf(changes, CHUNK)) await insertAuditRows(db, rowsOf(db, by, chunk));
  await tellLists(db, by.actor?.session_id, changes);
}

function rowsOf(db: Db, by: Author, changes: readonly Change[]): AuditRow[] {
  return changes.map((change) => rowOf(db, by, change));
}

function rowOf(db: Db, by: Author, change: Change): AuditRow {
  const origin = by.origins?.get(change.about ?? change.object_id ?? '') ?? by.origin;
  return {
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
    ip_address: origin.ip_address,
    user_agent: origin.user_agent?.slice(0, USER_AGENT_MAX) ?? null,
    request_id: origin.request_id,
    part_for: partFor(db, by, origin.request_id, change),
  };
}

/** The organizations whose log has an entry that leads, by the transaction that wrote it and the request that it is of. */
const led = new WeakMap<Db, Map<string, Set<string | null>>>();

/**
 * For whom a change is a part of another one, beside which the log shows it: the first of a request leads, and for each
 * organization the first that it sees. What a job does for a request goes on with the entry of that request, which is
 * in the log of the organization of who asked.
 */
function partFor(
  db: Db,
  by: Author,
  request_id: string | null,
  { organization_id, is_consequence }: Change,
): AuditRow['part_for'] {
  if (request_id === null) return null;
  if (by.goes_on) return organization_id === (by.actor?.organization_id ?? null) ? 'all' : 'system';
  if (is_consequence) return 'all';
  const requests = led.get(db) ?? new Map<string, Set<string | null>>();
  led.set(db, requests);
  const seen = requests.get(request_id);
  if (seen?.has(organization_id)) return 'all';
  requests.set(request_id, (seen ?? new Set()).add(organization_id));
  return seen ? 'system' : null;
}

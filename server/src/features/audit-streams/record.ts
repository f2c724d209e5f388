import type { Anchor } from '@atalaya/contract/audit';
import type { Sealed } from '../../platform/records/audit-lanes.queries.ts';
import type { Hashes, StreamedEntry } from './stream-entries.queries.ts';

/** Bytes of what a record may say of how its object was and became. */
const CHANGE_MAX = 64 * 1024;

/** An entry of the audit log as a sink gets it. */
export type EntryRecord = {
  kind: 'entry';
  id: string;
  at: string;
  action: string;
  object: { type: string; id: string | null };
  organization: { id: string; name: string } | null;
  /** null: a job of the server, or a person who was not signed in. */
  actor: { id: string | null; email: string | null; name: string | null; api_key_id: string | null } | null;
  ip_address: string | null;
  user_agent: string | null;
  request_id: string | null;
  before: unknown;
  after: unknown;
  /** false: both are left out, since they are more than 64 kB. */
  complete: boolean;
  /** Of two changes of one object the later has the higher one; it has gaps. */
  order: number;
  /** Its place in the chain of the log: of each lane, hashes go on from one another. */
  chain: { name: string; lane: number; position: number; hash: string; previous_hash: string | null };
};

/** What says that a sink is reached. */
export type TestRecord = { kind: 'test'; id: string; at: string; organization_id: string | null };

export type StreamRecord = EntryRecord | TestRecord | Anchor;

/** A record as it is sent: its text, and what sinks file it by. */
export type Written = {
  id: string;
  at: Date;
  order: number;
  text: string;
  /** The same without how the object was and became. */
  shortened: () => string;
};

export function recordOf(entry: StreamedEntry, place: Sealed, { hash, previous_hash }: Hashes): EntryRecord {
  const { before, after } = entry;
  const isLong = Buffer.byteLength(JSON.stringify([before, after])) > CHANGE_MAX;
  return {
    kind: 'entry',
    id: entry.id,
    at: entry.created_at.toISOString(),
    action: entry.action,
    object: { type: entry.object_type, id: entry.object_id },
    organization:
      entry.organization_id === null
        ? null
        : { id: entry.organization_id, name: entry.organization_name ?? '' },
    actor: actorOf(entry),
    ip_address: entry.ip_address,
    user_agent: entry.user_agent,
    request_id: entry.request_id,
    before: isLong ? null : before,
    after: isLong ? null : after,
    complete: !isLong,
    order: place.ordinal,
    chain: {
      name: place.chain,
      lane: place.lane,
      position: place.position,
      hash: hash.toString('hex'),
      previous_hash: previous_hash?.toString('hex') ?? null,
    },
  };
}

function actorOf({
  actor_profile_id,
  actor_email,
  actor_name,
  api_key_id,
}: StreamedEntry): EntryRecord['actor'] {
  if (actor_profile_id === null && actor_email === null) return null;
  return { id: actor_profile_id, email: actor_email, name: actor_name, api_key_id };
}

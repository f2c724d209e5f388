import { differencesOf } from '@atalaya/contract/differences';
import { EVENT_TYPES, TEST_EVENT } from '@atalaya/contract/event-types';
import { EVENT_VERSION, thinOf } from '@atalaya/contract/events';
import type { FullEvent } from '@atalaya/contract/events';
import type { NewDelivery } from './deliveries.queries.ts';
import type { Hearer, ToldEntry } from './fan-out.queries.ts';

/** Bytes of what a full event may say. */
const FULL_MAX = 64 * 1024;

const TOLD = new Set<string>(EVENT_TYPES);

/** Whether an endpoint is told of an entry. */
export function hears({ nouns }: Pick<Hearer, 'nouns'>, { action }: Pick<ToldEntry, 'action'>): boolean {
  return TOLD.has(action) && (nouns === null || nouns.includes(action.split('.', 1)[0] ?? ''));
}

/** What an endpoint is sent of an entry. */
export function deliveryOf(
  { payload }: Pick<Hearer, 'payload'>,
  entry: ToldEntry,
  order: number,
): NewDelivery {
  const event = eventOf(entry, order);
  return {
    event_id: entry.id,
    event_type: entry.action,
    body: JSON.stringify(payload === 'full' ? bounded(event) : thinOf(event)),
  };
}

function eventOf(entry: ToldEntry, order: number): FullEvent {
  const { before, after } = entry;
  return {
    id: entry.id,
    type: entry.action,
    version: EVENT_VERSION,
    occurred_at: entry.created_at.toISOString(),
    organization_id: entry.organization_id,
    object: { type: entry.object_type, id: entry.object_id },
    actor: { kind: actorKindOf(entry), id: entry.actor_profile_id },
    order,
    changed: differencesOf({ before, after }).map(({ field }) => field),
    before,
    after,
    complete: true,
  };
}

function actorKindOf({ actor_profile_id, actor_email, api_key_id }: ToldEntry): FullEvent['actor']['kind'] {
  if (actor_profile_id === null) return 'server';
  // Of people of the system an organization is told neither address nor key.
  if (actor_email === null) return 'support';
  return api_key_id === null ? 'person' : 'api_key';
}

function bounded(event: FullEvent): FullEvent {
  const isLong = Buffer.byteLength(JSON.stringify([event.before, event.after])) > FULL_MAX;
  return isLong ? { ...event, before: null, after: null, complete: false } : event;
}

/** A test of an endpoint, which is about itself. */
export function testOf(
  id: string,
  endpoint: { id: string; organization_id: string | null },
  now: Date,
): NewDelivery {
  const event = {
    id,
    type: TEST_EVENT,
    version: EVENT_VERSION,
    occurred_at: now.toISOString(),
    organization_id: endpoint.organization_id,
    object: { type: 'webhook', id: endpoint.id },
    actor: { kind: 'server', id: null },
    order: 0,
    changed: [],
  };
  return { event_id: id, event_type: TEST_EVENT, body: JSON.stringify(event) };
}

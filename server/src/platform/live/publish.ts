import type { Db } from '../database/database.ts';
import type { LiveEvent } from './live-event.ts';
import { notifyAll } from './live.queries.ts';

/** People per payload: PostgreSQL takes 8,000 bytes, and an id has 36. */
const PEOPLE_MAX = 150;

/**
 * Tells an event to all who may hear it, on every process, once the caller's transaction commits; never if it
 * does not.
 */
export async function publish(db: Db, event: LiveEvent): Promise<void> {
  await publishAll(db, [event]);
}

/** The same for many events at once. */
export async function publishAll(db: Db, events: readonly LiveEvent[]): Promise<void> {
  await notifyAll(db, events.flatMap(payloadsOf));
}

function payloadsOf(event: LiveEvent): string[] {
  const payloads = [];
  for (let from = 0; from === 0 || from < event.profile_ids.length; from += PEOPLE_MAX)
    payloads.push(
      JSON.stringify({ event: { ...event, profile_ids: event.profile_ids.slice(from, from + PEOPLE_MAX) } }),
    );
  return payloads;
}

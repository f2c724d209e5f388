import type { Db } from '../../platform/database/database.ts';
import type { LiveEvent } from '../../platform/live/live-event.ts';
import { publishAll } from '../../platform/live/publish.ts';
import type { TicketRow } from './tickets.queries.ts';

/** Tickets that are told one by one; of more each person hears once. */
const ONE_BY_ONE_MAX = 20;

export type Changed = Pick<TicketRow, 'id' | 'organization_id' | 'created_by'>;

/**
 * Tells all who may read these tickets that something about them is new, once the transaction commits: their authors,
 * and the admins of their organizations. Of an internal note super_admins alone hear.
 */
export async function tellLive(db: Db, tickets: readonly Changed[], heard: 'public' | 'internal' = 'public') {
  if (tickets.length > ONE_BY_ONE_MAX) return publishAll(db, eventsOfMany(tickets));
  const isNote = heard === 'internal';
  const events = tickets.map(({ id, organization_id, created_by }) => ({
    topic: 'tickets' as const,
    object_id: id,
    organization_id,
    minimum_role: isNote ? ('super_admin' as const) : ('admin' as const),
    profile_ids: isNote || created_by === null ? [] : [created_by],
  }));
  if (events.length) await publishAll(db, events);
}

function eventsOfMany(tickets: readonly Changed[]): LiveEvent[] {
  const about = { topic: 'tickets', object_id: null } as const;
  return [...Map.groupBy(tickets, ({ organization_id }) => organization_id)].flatMap(
    ([organization_id, those]): LiveEvent[] => {
      const authors = new Set(those.flatMap(({ created_by }) => created_by ?? []));
      return [
        { ...about, organization_id, minimum_role: 'admin', profile_ids: [] },
        { ...about, organization_id: null, minimum_role: null, profile_ids: [...authors] },
      ];
    },
  );
}

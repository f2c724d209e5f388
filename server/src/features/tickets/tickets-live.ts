import type { Db } from '../../platform/database/database.ts';
import { publishAll } from '../../platform/live/publish.ts';
import type { TicketRow } from './tickets.queries.ts';

type Changed = Pick<TicketRow, 'id' | 'organization_id' | 'created_by'>;

/**
 * Tells everybody who may read these tickets that something about them is new, once the transaction commits: whoever
 * wrote them, and the admins of their organizations. Of an internal note super_admins alone hear.
 */
export async function tellLive(db: Db, tickets: readonly Changed[], heard: 'public' | 'internal' = 'public') {
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

import { recordChanges } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { purgeTickets as purgeRows } from './ticket-changes.queries.ts';

/** Tickets per transaction: a short one even on the embedded database. */
const BATCH = 500;

/** Every night, tickets that have been in the bin for 30 days go for good. */
export function registerTicketJobs(platform: Platform): void {
  platform.jobs.schedule('purge-tickets', '40 3 * * *', async () => {
    await purgeTickets(platform);
  });
}

/** Empties the bin of what is due; returns how many tickets went. */
export async function purgeTickets(platform: Platform): Promise<number> {
  let purged = 0;
  for (;;) {
    const batch = await purgeBatch(platform);
    purged += batch;
    if (batch < BATCH) return purged;
  }
}

function purgeBatch(platform: Platform): Promise<number> {
  return platform.database.withSystem('purge tickets 30 days in the bin', async (db) => {
    const tickets = await purgeRows(db, BATCH);
    await recordChanges(
      db,
      { actor: null, origin: { ip_address: null, user_agent: null, request_id: null } },
      tickets.map(({ id, organization_id }) => ({
        action: 'ticket.purged',
        object_type: 'ticket',
        object_id: id,
        organization_id,
      })),
    );
    return tickets.length;
  });
}

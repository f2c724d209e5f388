import { recordChanges, THE_SERVER } from '../../platform/records/audit.ts';
import { chunksOf, untilDone } from '../../platform/database/chunks.ts';
import { instantAgo } from '../../platform/database/clock.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { purgeCannedReplies } from './canned-replies/canned-replies.service.ts';
import { deleteOldUnsent, knownAttachments } from './ticket-files/ticket-attachments.queries.ts';
import { FOLDER, removeStored } from './ticket-files/ticket-attachments.service.ts';
import { purgeTickets as purgeRows } from './ticket-changes.queries.ts';

/** Longer than a person writes on a message: until then an upload waits to be sent. */
const UNSENT_MS = 24 * 60 * 60 * 1000;
/** Tickets per transaction, which keeps those it deletes locked until it ends. */
const BATCH = 500;

/** Every night, tickets and replies that have been in the bin for 30 days go for good, and files that are no ticket's. */
export function registerTicketJobs(platform: Platform): void {
  platform.jobs.daily('purge-tickets', '03:40', async () => {
    await purgeTickets(platform);
    await purgeCannedReplies(platform);
  });
  platform.jobs.daily('sweep-ticket-files', '03:50', async () => {
    await sweepTicketFiles(platform);
  });
}

/** Removes files from before this instant (a day ago if not given) that were not sent or whose row is gone; returns how many. */
export async function sweepTicketFiles(platform: Platform, until?: Date): Promise<number> {
  const before = until ?? (await instantAgo(platform.database, UNSENT_MS));
  await platform.database.withSystem('forget files that were not sent', (db) => deleteOldUnsent(db, before));
  const ids = await listStored(platform, before);
  let swept = 0;
  for (const batch of chunksOf(ids, BATCH)) {
    const known = await platform.database.withSystem('find orphaned files of tickets', (db) =>
      knownAttachments(db, batch),
    );
    const orphans = batch.filter((id) => !known.has(id));
    for (const id of orphans) await removeStored(platform, id);
    swept += orphans.length;
  }
  return swept;
}

/** The ids of the files that were stored before an instant: each has a folder. */
async function listStored(platform: Platform, before: Date): Promise<string[]> {
  const ids = new Set<string>();
  for await (const { key, written_at } of platform.storage.list(FOLDER)) {
    const id = key.slice(FOLDER.length).split('/')[0] ?? '';
    if (written_at < before && /^[0-9a-f-]{36}$/.test(id)) ids.add(id);
  }
  return [...ids];
}

/** Empties the bin of what is due; returns how many tickets went. */
export function purgeTickets(platform: Platform): Promise<number> {
  return untilDone(BATCH, () => purgeBatch(platform));
}

function purgeBatch(platform: Platform): Promise<number> {
  return platform.database.withSystem('purge tickets 30 days in the bin', async (db) => {
    const tickets = await purgeRows(db, BATCH);
    await recordChanges(
      db,
      THE_SERVER,
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

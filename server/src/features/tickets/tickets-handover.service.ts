import { chunksOf } from '../../platform/database/chunks.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { Author } from '../../platform/records/audit.ts';
import { BULK_CHUNK } from '../../platform/records/bulk.ts';
import { assignAll, tellAssignee } from './tickets-bulk.service.ts';
import { tellLive } from './tickets-live.ts';
import { lockUnresolvedOf } from './tickets.queries.ts';
import { getAssignee } from './tickets.service.ts';

/**
 * Gives the unresolved tickets of people to their heir, who is told, or (null) leaves them unassigned; in the caller's
 * transaction.
 * @param organization_ids of those people: whose tickets the other person has to be one for, also where there are none
 * @returns who has them now, and the tickets as they were
 * @throws ticket.not_assignable
 */
export async function handOverTickets(
  platform: Platform,
  db: Db,
  by: Author,
  { from, to, organization_ids }: { from: string[]; to: string | null; organization_ids: string[] },
) {
  const tickets = await lockUnresolvedOf(db, from);
  const of = [...organization_ids, ...tickets.map(({ organization_id }) => organization_id)];
  const heir = await getAssignee(db, to, [...new Set(of)]);
  for (const part of chunksOf(tickets, BULK_CHUNK)) await assignAll(db, by, part, heir);
  await tellLive(db, tickets);
  if (heir && by.actor) await tellAssignee(platform, db, by.actor, heir, tickets);
  return { heir, tickets };
}

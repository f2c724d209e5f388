import { recordChanges, THE_SERVER } from '../../platform/records/audit.ts';
import { untilDone } from '../../platform/database/chunks.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { purgePeople } from '../../platform/accounts/accounts.queries.ts';
import { lockDuePeople } from './bin.queries.ts';

/** People per transaction, which keeps them locked until it ends. */
const BATCH = 500;

/** Every night, people who have been in the bin for 30 days are deleted for good. */
export function registerBinJobs(platform: Platform): void {
  platform.jobs.daily('purge-bin', '03:20', async () => {
    await purgeBin(platform);
  });
}

/** Empties the bin of what is due; returns how many people went. */
export function purgeBin(platform: Platform): Promise<number> {
  return untilDone(BATCH, () => purgeBatch(platform));
}

function purgeBatch(platform: Platform): Promise<number> {
  return platform.database.withSystem('purge people 30 days in the bin', async (db) => {
    const people = await lockDuePeople(db, BATCH);
    if (!people.length) return 0;
    await purgePeople(db, people);
    await recordChanges(
      db,
      THE_SERVER,
      people.map(({ id, organization_id }) => ({
        action: 'user.purged',
        object_type: 'user',
        object_id: id,
        organization_id,
      })),
    );
    return people.length;
  });
}

import type { Platform } from '../../platform/process/platform.ts';
import { listDue } from './organization-bin.queries.ts';
import { purgeDueOrganization } from './organization-bin.service.ts';

/** SQLSTATE foreign_key_violation. */
const STILL_REFERRED_TO = '23503';

/** Every night, organizations that have been in the bin for 30 days go for good. */
export function registerOrganizationJobs(platform: Platform): void {
  platform.jobs.daily('purge-organizations', '03:40', async () => {
    await purgeOrganizations(platform);
  });
}

/**
 * Deletes what is due, each organization in a transaction of its own; returns how many went. One that something
 * which is never deleted refers to, such as its invoices, stays in the bin.
 */
export async function purgeOrganizations(platform: Platform): Promise<number> {
  const due = await platform.database.withSystem('list organizations 30 days in the bin', listDue);
  let purged = 0;
  for (const id of due) {
    try {
      if (await purgeDueOrganization(platform, id)) purged += 1;
    } catch (error) {
      if ((error as { code?: unknown }).code !== STILL_REFERRED_TO) throw error;
      platform.log.info({ organization_id: id }, 'an organization stays in the bin: something refers to it');
    }
  }
  return purged;
}

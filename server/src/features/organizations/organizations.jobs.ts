import { BIN_DAYS } from '@atalaya/contract/limits';
import { recordChange } from '../../platform/records/audit.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { lockOrganizationToPurge } from '../seats/seats.rules.ts';
import { listDue, purgeOrganization } from './organization-bin.queries.ts';

const NOBODY = { actor: null, origin: { ip_address: null, user_agent: null, request_id: null } };
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
      if (await purgeOne(platform, id)) purged += 1;
    } catch (error) {
      if ((error as { code?: unknown }).code !== STILL_REFERRED_TO) throw error;
      platform.log.info({ organization_id: id }, 'an organization stays in the bin: something refers to it');
    }
  }
  return purged;
}

function purgeOne(platform: Platform, id: string): Promise<boolean> {
  return platform.database.withSystem('purge an organization 30 days in the bin', async (db) => {
    const name = await lockOrganizationToPurge(db, id, { days: BIN_DAYS, waits: false });
    if (name === null) return false;
    await purgeOrganization(db, id);
    await recordChange(db, NOBODY, {
      action: 'organization.purged',
      object_type: 'organization',
      object_id: id,
      organization_id: id,
      before: { name },
    });
    return true;
  });
}

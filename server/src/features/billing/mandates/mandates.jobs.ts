import type { Platform } from '../../../platform/process/platform.ts';
import { THE_SERVER } from '../../../platform/records/audit.ts';
import { lockOrganizations } from '../../seats/seats.rules.ts';
import { readToday } from '../subscriptions/subscriptions.queries.ts';
import { listActive } from './mandates.queries.ts';
import { endMandate } from './mandates.service.ts';

export function registerMandateJobs(platform: Platform): void {
  platform.jobs.daily('expire-mandates', '04:40', async () => {
    await expireMandates(platform);
  });
}

/** Ends what was not used for 36 months: banks refuse it. Returns how many. */
export function expireMandates(platform: Platform): Promise<number> {
  return platform.database.withSystem('end the mandates that have expired', async (db) => {
    const expired_on = await readToday(db);
    const found = await listActive(db, { expired_on });
    await lockOrganizations(
      db,
      found.map(({ organization_id }) => organization_id),
    );
    // What was used or ended until the lock was had is not among them any more.
    const mandates = await listActive(db, { expired_on });
    const locked = new Set(found.map(({ id }) => id));
    const ended = mandates.filter(({ id }) => locked.has(id));
    for (const mandate of ended) await endMandate(db, THE_SERVER, mandate, 'expired');
    return ended.length;
  });
}

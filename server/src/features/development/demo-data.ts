import type { Platform } from '../../platform/process/platform.ts';
import { DEMO_ACCOUNTS, seedDemoAccounts } from './demo-accounts.ts';
import { asBegun, seedDemoBilling } from './demo-billing.service.ts';
import { DEMO_PEOPLE, demoOrganizations, demoPeople } from './demo-companies.ts';
import { seedDemoTickets } from './demo-tickets.ts';
import { insertDemoVisits } from './demo-visits.queries.ts';
import {
  claimForDemo,
  insertOrganizations,
  insertPeople,
  isWithoutPeople,
  lockSeeding,
} from './development.queries.ts';

/** Fills an empty database with the sample data and the demo accounts; leaves any other as it is. */
export async function seedDemoData(platform: Platform): Promise<void> {
  const seeded = await platform.database.withSystem('seed the sample data', async (db) => {
    await lockSeeding(db);
    if (!(await isWithoutPeople(db))) return false;
    await claimForDemo(db);
    const today = new Date();
    const organizations = demoOrganizations(today);
    await insertOrganizations(
      db,
      organizations.map((organization, index) => asBegun(organization, index, today)),
    );
    await insertPeople(db, demoPeople(today, organizations, DEMO_PEOPLE - DEMO_ACCOUNTS.length));
    await seedDemoBilling(db, organizations, today);
    await insertDemoVisits(db, today);
    return true;
  });
  if (!seeded) return;
  await seedDemoAccounts(platform);
  await seedDemoTickets(platform);
}

import type { Platform } from '../../platform/process/platform.ts';
import { demoOrganizations } from './demo-companies.ts';
import {
  claimForDemo,
  insertAccount,
  insertOrganizations,
  lockSeeding,
  missingAccounts,
} from './development.queries.ts';
import type { DemoAccount } from './development.queries.ts';

/** What every demo account signs in with. */
export const DEMO_PASSWORD = 'Demo-1234';

const account = (
  email: string,
  [first_name, last_name]: [string, string],
  role: DemoAccount['role'],
  organization: string | null,
): DemoAccount => ({ email, first_name, last_name, role, organization });

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('superadmin@demo.test', ['Alba', 'Vigía'], 'super_admin', null),
  account('admin@demo.test', ['Diego', 'Ferrer Soto'], 'admin', 'demo-iberia'),
  account('usuario1@demo.test', ['Clara', 'Peña Ríos'], 'user', 'demo-iberia'),
  account('usuario2@demo.test', ['Bruno', 'Cano Vidal'], 'user', 'demo-iberia'),
  account('admin2@demo.test', ['Noa', 'Castro Lema'], 'admin', 'demo-atlantica'),
];

/**
 * Creates the demo accounts that are missing, and their organizations; returns how many it created. None where the
 * database has other people.
 */
export async function seedDemoAccounts(platform: Platform): Promise<number> {
  // Hashed before the transaction: it takes longer than everything in it.
  const hash = await platform.accounts.hashPassword(DEMO_PASSWORD);
  return platform.database.withSystem('seed the demo accounts', async (db) => {
    await lockSeeding(db);
    if (!(await claimForDemo(db))) return 0;
    const missing = await missingAccounts(
      db,
      DEMO_ACCOUNTS.map(({ email }) => email),
    );
    if (!missing.length) return 0;
    await insertOrganizations(db, demoOrganizations(new Date()).slice(0, 2));
    for (const demo of DEMO_ACCOUNTS) if (missing.includes(demo.email)) await insertAccount(db, demo, hash);
    return missing.length;
  });
}

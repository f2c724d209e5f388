import { loadConfig } from '../core/config.ts';
import { closePlatform, openPlatform } from '../process/platform.ts';
import { insertCrowd, insertCrowdOfTickets } from './crowd.queries.ts';
import { insertOrganization, insertPerson } from './people.queries.ts';
import { silentLog } from './silent-log.ts';

const PART = 2_000;
const ORIGIN = { ip_address: '127.0.0.1', user_agent: 'test', request_id: null };

/**
 * Fills the database of an environment, which no process has open, with one organization of so many people, each of whom
 * has a ticket. Returns the cookie of its admin.
 */
export async function makeCrowd(env: Record<string, string>, people: number): Promise<string> {
  const platform = await openPlatform(loadConfig(env), silentLog);
  const { database, accounts } = platform;
  const { organization_id, token } = await database.withSystem('the organization of a crowd', async (db) => {
    const organization = await insertOrganization(db, { max_users: -1, plan_type: 'enterprise' });
    const admin = await insertPerson(db, { organization_id: organization.id, role: 'admin' });
    return {
      organization_id: organization.id,
      token: (await accounts.openSession(db, admin.user_id, ORIGIN)).token,
    };
  });
  for (let from = 1; from <= people; from += PART) {
    const count = Math.min(PART, people - from + 1);
    await database.withSystem('a crowd', async (db) => {
      await insertCrowd(db, organization_id, from, count);
      await insertCrowdOfTickets(db, organization_id, from, count);
    });
  }
  await closePlatform(platform);
  return accounts.sessionCookie(token).split(';', 1)[0] ?? '';
}

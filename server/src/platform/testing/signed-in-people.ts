import { pino } from 'pino';
import { loadConfig } from '../core/config.ts';
import { closePlatform, openPlatform } from '../process/platform.ts';
import { insertOrganization, insertPerson } from './people.queries.ts';

const ORIGIN = { ip_address: '127.0.0.1', user_agent: 'test', request_id: null };

/**
 * Fills the database of an environment, which no process has open, with organizations of so many admins. Returns the
 * cookie of each, signed in.
 */
export async function makeSignedInPeople(
  env: Record<string, string>,
  organizations: number,
  people: number,
): Promise<string[]> {
  const platform = await openPlatform(loadConfig(env), pino({ level: 'silent' }));
  const cookies = await platform.database.withSystem('people who are signed in', async (db) => {
    const made: string[] = [];
    for (let n = 0; n < organizations; n++) {
      const { id: organization_id } = await insertOrganization(db, {});
      for (let of = 0; of < people; of++) {
        const { user_id } = await insertPerson(db, { organization_id, role: 'admin' });
        const { token } = await platform.accounts.openSession(db, user_id, ORIGIN);
        made.push(platform.accounts.sessionCookie(token).split(';', 1)[0] ?? '');
      }
    }
    return made;
  });
  await closePlatform(platform);
  return cookies;
}

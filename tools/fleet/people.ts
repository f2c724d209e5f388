import { loadConfig } from '../../server/src/platform/core/config.ts';
import { closePlatform, openPlatform } from '../../server/src/platform/process/platform.ts';
import { insertOrganization, insertPerson } from '../../server/src/platform/testing/people.queries.ts';
import { silentLog } from '../../server/src/platform/testing/silent-log.ts';

export type Member = { id: string; email: string; organization_id: string | null; cookie: string };
export type People = { super_admin: Member; organizations: { id: string; admin: Member; users: Member[] }[] };

const ORGANIZATIONS = 10;
const PEOPLE = 20;
/** Seats that are left: in half of the organizations few, which are soon taken; in the others enough for a long load. */
const SEATS_LEFT = { first: 5, others: 40 };
export const PASSWORD = 'Atalaya-Flota-1';
const ORIGIN = { ip_address: '127.0.0.1', user_agent: 'fleet', request_id: null };

/** Migrates the database and fills it with ten organizations of twenty people, an admin each, all signed in. */
export async function makePeople(env: Record<string, string>): Promise<People> {
  const platform = await openPlatform(loadConfig(env), silentLog);
  const password_hash = await platform.accounts.hashPassword(PASSWORD);
  const people = await platform.database.withSystem('people of the fleet', async (db) => {
    const make = async (role: 'user' | 'admin' | 'super_admin', organization_id: string | null) => {
      const { id, email, user_id } = await insertPerson(db, { role, organization_id, password_hash });
      const { token } = await platform.accounts.openSession(db, user_id, ORIGIN);
      const cookie = platform.accounts.sessionCookie(token).split(';', 1)[0] ?? '';
      return { id, email, organization_id, cookie };
    };
    const organizations: People['organizations'] = [];
    for (let n = 0; n < ORGANIZATIONS; n++) {
      const { id } = await insertOrganization(db, {
        max_users: PEOPLE + (n < ORGANIZATIONS / 2 ? SEATS_LEFT.first : SEATS_LEFT.others),
      });
      const admin = await make('admin', id);
      const users: Member[] = [];
      for (let of = 1; of < PEOPLE; of++) users.push(await make('user', id));
      organizations.push({ id, admin, users });
    }
    return { super_admin: await make('super_admin', null), organizations };
  });
  await closePlatform(platform);
  return people;
}

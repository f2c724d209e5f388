import { loadConfig } from '../server/src/platform/core/config.ts';
import { closePlatform, openPlatform } from '../server/src/platform/process/platform.ts';
import { insertOrganization, insertPerson } from '../server/src/platform/testing/people.queries.ts';
import { silentLog } from '../server/src/platform/testing/silent-log.ts';
import { PASSWORD } from './sign-in.ts';

/** A person of an organization without a limit of seats, who may sign in with the password of the bench. */
export type Person = { id: string; email: string; cookie: string };

const ORIGIN = { ip_address: '127.0.0.1', user_agent: 'bench', request_id: null };

/** So many organizations of an admin and so many users; the database is open in no other process. */
export async function makeHostilePeople(
  env: Record<string, string>,
  organizations: number,
  users: number,
): Promise<{ admins: Person[]; users: Person[] }> {
  const platform = await openPlatform(loadConfig(env), silentLog);
  const password_hash = await platform.accounts.hashPassword(PASSWORD);
  const made = await platform.database.withSystem('people of the hostile bench', async (db) => {
    const people: { admins: Person[]; users: Person[] } = { admins: [], users: [] };
    const make = async (organization_id: string, role: 'admin' | 'user'): Promise<Person> => {
      const { id, email, user_id } = await insertPerson(db, { organization_id, role, password_hash });
      const { token } = await platform.accounts.openSession(db, user_id, ORIGIN);
      return { id, email, cookie: platform.accounts.sessionCookie(token).split(';', 1)[0] ?? '' };
    };
    for (let n = 0; n < organizations; n++) {
      const { id } = await insertOrganization(db, { max_users: -1 });
      people.admins.push(await make(id, 'admin'));
      for (let of = 0; of < users; of++) people.users.push(await make(id, 'user'));
    }
    return people;
  });
  await closePlatform(platform);
  return made;
}

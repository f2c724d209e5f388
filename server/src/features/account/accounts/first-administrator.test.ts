import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { newestLink, queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';

const EMAIL = 'jefa@example.test';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Boots the application once more on the same database. */
const boot = () => startTestServer({ database, config: { adminEmail: EMAIL } });

// C3
test('the first administrator gets a link that works once, and no later boot makes another', async () => {
  const both = await Promise.all([boot(), boot()]);
  expect(await queuedMails(database, EMAIL)).toHaveLength(1);
  const [server] = both;
  const { url, token } = await newestLink(database, EMAIL);
  expect(url.pathname).toBe('/admin/reset-password');

  // Never used in its seven days: the next boot sends another.
  await sql`update auth.mailed_link set expires_at = now() - interval '1 second'`.execute(database.kysely);
  const third = await boot();
  expect(await queuedMails(database, EMAIL)).toHaveLength(2);
  const fresh = await newestLink(database, EMAIL);

  const complete = (with_token: string) =>
    server.send({
      method: 'POST',
      url: '/api/password-resets/complete',
      payload: { token: with_token, password: 'contraseña larga' },
    });
  expect((await complete(token)).statusCode).toBe(400);
  expect((await complete(fresh.token)).statusCode).toBe(204);
  expect((await complete(fresh.token)).statusCode).toBe(400);
  const session = await server.send({
    method: 'POST',
    url: '/api/session',
    payload: { email: EMAIL, password: 'contraseña larga' },
  });
  expect(session.json().session.profile.role).toBe('super_admin');

  const last = await boot();
  const { rows } = await sql<{ email: string }>`select email from profiles`.execute(database.kysely);
  expect(rows).toEqual([{ email: EMAIL }]);
  expect(await newestLink(database, EMAIL)).toEqual(fresh);
  for (const each of [...both, third, last]) await each.close();
});

test('nobody is invited where people sign in with demo accounts', async () => {
  const own = await startTestServer({ config: { adminEmail: EMAIL, demo: true } });
  expect(await queuedMails(own.database, EMAIL)).toEqual([]);
  await own.close();
});

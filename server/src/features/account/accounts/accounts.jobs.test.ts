import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import { deleteEnded } from './mailed-links.queries.ts';

// A12
test('what has ended is forgotten: sessions and registrations at once, links after a month', async () => {
  const { database, makePerson, close } = await startTestServer();
  const [here, gone] = [await makePerson(), await makePerson()];
  await sql`update auth."session" set "expiresAt" = now() - interval '1 second'
    where "userId" = ${gone.user_id}`.execute(database.kysely);
  await sql`insert into auth.mailed_link (purpose, token_hash, user_id, expires_at)
    select 'reset_password', sha256(days::text::bytea), ${here.user_id}::uuid, now() - make_interval(days => days)
    from unnest(array[29, 31]) as days`.execute(database.kysely);
  await sql`insert into auth.registration
      (email, first_name, last_name, password_hash, browser_hash, token_hash, expires_at)
    select hours || '@example.test', 'Ana', 'Ruiz', 'hash', sha256('browser'), sha256(hours::text::bytea),
      now() + make_interval(hours => hours)
    from unnest(array[-1, 1]) as hours`.execute(database.kysely);
  await database.withSystem('forget in a test', deleteEnded);
  const waiting = await sql`select email from auth.registration`.execute(database.kysely);
  expect(waiting.rows).toEqual([{ email: '1@example.test' }]);
  const sessions = await sql`select "userId" as user_id from auth."session"`.execute(database.kysely);
  expect(sessions.rows).toEqual([{ user_id: here.user_id }]);
  const links = await sql`
    select round(extract(epoch from now() - expires_at) / 86400)::int as days from auth.mailed_link`.execute(
    database.kysely,
  );
  expect(links.rows).toEqual([{ days: 29 }]);
  await close();
});

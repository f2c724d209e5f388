import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSession } from './session.ts';
import { startTestServer, unique } from '../testing/server.ts';
import type { TestServer } from '../testing/server.ts';

describe('the session gate', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const read = (cookie: string) => readSession(server.platform, cookie);
  const hoursLeft = async (user_id: string) => {
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from "expiresAt" - now()) / 3600)::int as hours from auth."session"
      where "userId" = ${user_id}`.execute(server.database.kysely);
    return rows[0]?.hours;
  };
  /** Moves the clock for one person: the session started and was last used so long ago. */
  const age = (user_id: string, started: string, used: string) =>
    sql`
    update auth."session" set "createdAt" = now() - ${started}::interval,
      "expiresAt" = least(now() - ${used}::interval + interval '24 hours', now() - ${started}::interval + interval '7 days')
    where "userId" = ${user_id}`.execute(server.database.kysely);

  test('a cookie becomes an actor and what the screens are told of it', async () => {
    const organization = await server.makeOrganization({ subscription_status: 'trial' });
    const person = await server.makePerson({
      role: 'admin',
      organization_id: organization.id,
      first_name: 'Ana',
    });
    const signedIn = await read(person.cookie);
    expect(signedIn?.actor).toMatchObject({
      profile_id: person.id,
      user_id: person.user_id,
      role: 'admin',
      organization_id: organization.id,
      organization_status: 'trial',
      email: person.email,
    });
    expect(signedIn?.session).toMatchObject({
      profile: { id: person.id, first_name: 'Ana', role: 'admin' },
      organization: { id: organization.id, name: organization.name, subscription_status: 'trial' },
    });
    expect(Object.isFrozen(signedIn?.actor)).toBe(true);
  });

  // S5
  test.each([
    ['used a minute ago, kept as it is', '2 hours', '1 minute', 24],
    ['used two hours ago, renewed', '3 hours', '2 hours', 24],
    ['idle for almost a day, renewed', '2 days', '23 hours', 24],
    ['near its absolute end, renewed no further than that', '6 days 12 hours', '23 hours', 12],
  ])('a session %s', async (_what, started, used, hours) => {
    const person = await server.makePerson();
    await age(person.user_id, started, used);
    await expect(read(person.cookie)).resolves.not.toBeNull();
    await expect(hoursLeft(person.user_id)).resolves.toBe(hours);
  });

  test.each([
    ['idle for a day', '2 days', '24 hours 1 second'],
    ['of seven days, used all the time', '7 days 1 second', '1 second'],
  ])('a session %s is over', async (_what, started, used) => {
    const person = await server.makePerson();
    await age(person.user_id, started, used);
    await expect(read(person.cookie)).resolves.toBeNull();
  });

  test('a session whose end was set too far ends after seven days all the same', async () => {
    const person = await server.makePerson();
    await sql`update auth."session" set "createdAt" = now() - interval '8 days', "expiresAt" = now() + interval '1 day'
      where "userId" = ${person.user_id}`.execute(server.database.kysely);
    await expect(read(person.cookie)).resolves.toBeNull();
  });

  // S4
  test.each([
    ['is deactivated', 'is_active = false'],
    ['goes to the bin', 'deleted_at = now()'],
  ])('whoever %s is nobody at the next request', async (_what, change) => {
    const person = await server.makePerson();
    await expect(read(person.cookie)).resolves.not.toBeNull();
    await sql`update profiles set ${sql.raw(change)} where id = ${person.id}`.execute(server.database.kysely);
    await expect(read(person.cookie)).resolves.toBeNull();
  });

  test('the people of a deleted organization are nobody', async () => {
    const organization = await server.makeOrganization();
    const person = await server.makePerson({ organization_id: organization.id });
    await sql`update organizations set deleted_at = now() where id = ${organization.id}`.execute(
      server.database.kysely,
    );
    await expect(read(person.cookie)).resolves.toBeNull();
  });

  /** An account whose profile is gone; `prepared`: a person has added a profile under its address. */
  const withoutProfile = async (email_verified: boolean, prepared: boolean) => {
    const person = await server.makePerson({ email_verified, first_name: 'Eva' });
    await sql`delete from profiles where id = ${person.id}`.execute(server.database.kysely);
    const organization = await server.makeOrganization();
    if (prepared)
      await sql`insert into profiles (email, first_name, last_name, role, organization_id)
        values (${person.email}, 'Preparada', ${unique()}, 'admin', ${organization.id})`.execute(
        server.database.kysely,
      );
    return person;
  };

  test('an account without profile gets one, without organization and once', async () => {
    const person = await withoutProfile(true, false);
    const both = await Promise.all([read(person.cookie), read(person.cookie)]);
    expect(both.map((each) => each?.actor)).toMatchObject([
      { role: 'user', organization_id: null, first_name: 'Eva' },
      { role: 'user', organization_id: null, first_name: 'Eva' },
    ]);
  });

  test('a verified address is attached to the profile that was prepared for it', async () => {
    const person = await withoutProfile(true, true);
    await expect(read(person.cookie)).resolves.toMatchObject({
      actor: { role: 'admin', first_name: 'Preparada' },
    });
    const { rows } = await sql`select 1 from audit_log where action = 'user.account_linked'
      and after ->> 'user_id' = ${person.user_id}`.execute(server.database.kysely);
    expect(rows).toHaveLength(1);
  });

  // A7
  test('an address that is not verified gets neither the prepared profile nor any other', async () => {
    const person = await withoutProfile(false, true);
    await expect(read(person.cookie)).resolves.toBeNull();
    const { rows } = await sql<{ user_id: string | null }>`
      select user_id from profiles where email = ${person.email}`.execute(server.database.kysely);
    expect(rows).toEqual([{ user_id: null }]);
  });
});

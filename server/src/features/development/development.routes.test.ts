import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../platform/testing/database.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';

const ADMIN = 'admin@demo.test';
let database: TestDatabase;
let demo: TestServer;
let production: TestServer;

beforeAll(async () => {
  database = await openTestDatabase();
  demo = await startTestServer({ database, config: { demo: true } });
  production = await startTestServer({ database, config: { production: true } });
});
afterAll(async () => {
  await demo.close();
  await production.close();
  await database.close();
});

const accounts = { method: 'GET', url: '/api/development/accounts' } as const;
const seed = { method: 'POST', url: '/api/development/accounts', payload: {} } as const;
const signIn = (email: string) =>
  ({ method: 'POST', url: '/api/development/session', payload: { email } }) as const;

describe('in demo mode', () => {
  test('the accounts are made once, listed, and one signs in as any of them without a password', async () => {
    expect((await demo.send(seed)).json().created).toBeGreaterThan(0);
    expect((await demo.send(seed)).json().created).toBe(0);
    const { items } = (await demo.send(accounts)).json();
    expect(items.map(({ role }: { role: string }) => role).slice(0, 3)).toEqual([
      'super_admin',
      'admin',
      'user',
    ]);
    expect(Object.keys(items[0]).sort()).toEqual([
      'email',
      'first_name',
      'id',
      'last_name',
      'organization',
      'role',
    ]);
    const answer = await demo.send(signIn(ADMIN));
    expect(answer.json().session.profile).toMatchObject({ email: ADMIN, role: 'admin' });
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0]!;
    expect((await demo.send({ method: 'GET', url: '/api/session', cookie })).json()).toEqual(answer.json());
  });

  test('nobody else can be signed in as, nor a demo account that was deactivated', async () => {
    const person = await demo.makePerson();
    expect((await demo.send(signIn(person.email))).statusCode).toBe(404);
    await demo.send(seed);
    const { items } = (await demo.send(accounts)).json();
    const { id, email } = items.at(-1);
    await sql`update profiles set is_active = false where id = ${id}`.execute(database.kysely);
    expect((await demo.send(signIn(email))).statusCode).toBe(404);
  });
});

// A11
describe('outside demo mode', () => {
  test.each([
    ['listing', accounts],
    ['making', seed],
    ['signing in', signIn(ADMIN)],
    ['a broken body', { ...seed, payload: { x: 1 } }],
  ])('%s answers as an address that does not exist', async (_what, request) => {
    const answer = await production.send(request);
    const missing = await production.send({ ...request, url: '/api/development/nothing' });
    expect(answer.statusCode).toBe(404);
    expect({ ...answer.json(), request_id: '' }).toEqual({ ...missing.json(), request_id: '' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

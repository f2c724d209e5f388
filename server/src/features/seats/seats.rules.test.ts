import type { Seats } from '@atalaya/contract/organizations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

let server: TestServer;
let cast: Cast;

beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(() => server.close());

const send = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  server.send({ method, url, cookie: cast.super_admin.cookie, ...(payload ? { payload } : {}) });
const invite = (organization_id: string, role: string) =>
  send('POST', '/api/invitations', { organization_id, email: `${unique()}@x.test`, role });
const codeOf = (answer: { statusCode: number; json(): unknown }) =>
  answer.statusCode < 300 ? 'done' : (answer.json() as { code: string }).code;

/** An organization of five seats with four people. */
async function makeNearlyFull(): Promise<string> {
  const { id } = await server.makeOrganization({ max_users: 5 });
  for (let people = 0; people < 4; people++) await server.makePerson({ organization_id: id });
  return id;
}

// I3
test('an invitation for a super_admin, who belongs to no organization, reserves no seat', async () => {
  const id = await makeNearlyFull();
  expect(codeOf(await invite(id, 'super_admin'))).toBe('done');
  const seats = (await send('GET', `/api/organizations/${id}/seats`)).json<Seats>();
  expect(seats).toEqual({ max_users: 5, active_users: 4, pending_invitations: 0, left: 1 });

  const add = { first_name: 'Ana', last_name: 'Rey', role: 'user', organization_id: id };
  expect(codeOf(await send('POST', '/api/users', { ...add, email: `${unique()}@x.test` }))).toBe('done');
  expect(codeOf(await invite(id, 'super_admin'))).toBe('done');
  expect(codeOf(await invite(id, 'user'))).toBe('organization.seats_full');
});

test('such an invitation is not in the way of a lower limit', async () => {
  const id = await makeNearlyFull();
  await invite(id, 'super_admin');
  const version = (await send('GET', `/api/organizations/${id}`)).json<{ version: number }>().version;
  expect(codeOf(await send('PATCH', `/api/organizations/${id}`, { version, max_users: 4 }))).toBe('done');
  expect(
    codeOf(await send('PATCH', `/api/organizations/${id}`, { version: version + 1, max_users: 3 })),
  ).toBe('organization.seats_below_use');
});

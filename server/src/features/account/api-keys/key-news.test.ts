import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS_ELSEWHERE, networkOf } from '../../../platform/request/api-key.ts';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { tellOfKey } from './api-keys.service.ts';
import type { KeyElsewhere } from './api-keys.service.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
let database: TestDatabase;
let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ database });
  cast = await server.makeCast();
  await sql`update organizations set max_users = -1`.execute(database.kysely);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const makePerson = () => server.makePerson({ organization_id: cast.organization.id });
async function makeKey({ cookie }: { cookie: string }, remoteAddress = '203.0.113.7') {
  const answer = await server.send({
    method: 'POST',
    url: '/api/profile/api-keys',
    payload: { name: 'Copia nocturna', scopes: ['tickets:read'], expires_in_days: 1 },
    headers: { 'user-agent': CHROME },
    remoteAddress,
    cookie,
  });
  return answer.json<{ key: { id: string }; token: string }>();
}
const use = (token: string, remoteAddress: string, on = server) =>
  on.app.inject({ url: '/api/tickets', headers: { authorization: `Bearer ${token}` }, remoteAddress });

/** What is told of keys that wait to be told of, as the job does. */
async function tellOfKeys(): Promise<void> {
  const { rows } = await sql<{ data: KeyElsewhere }>`
    with waiting as (delete from jobs.job where name = ${KEYS_ELSEWHERE} returning data, created_on, id)
    select data from waiting order by created_on, id`.execute(database.kysely);
  for (const { data } of rows) await tellOfKey(server.platform, data);
}
async function toldTo({ id, email }: { id: string; email: string }) {
  await tellOfKeys();
  const mails = await queuedMails(database, email);
  const { rows } = await sql<{ event: string; params: object }>`
    select event, params from notifications where profile_id = ${id} order by id`.execute(database.kysely);
  return { mails, events: rows.map(({ event }) => event), params: rows.map(({ params }) => params) };
}

// A13
test('whose key is made is told on the screen and by mail, with where from', async () => {
  const person = await makePerson();
  await makeKey(person);
  const { mails, events, params } = await toldTo(person);
  expect(events).toEqual(['security.api_key_created']);
  expect(params).toEqual([
    { name: 'Copia nocturna', browser: 'Chrome', system: 'Linux', ip_address: '203.0.113.7' },
  ]);
  expect(mails.map(({ subject }) => subject)).toEqual(['Clave de API creada']);
  expect(mails[0]?.text).toContain(
    'La clave de API «Copia nocturna» se ha creado desde Chrome en Linux (203.0.113.7).',
  );
});

// A13
test('whose key is used from a network where it was neither made nor used is told, once for each', async () => {
  const person = await makePerson();
  const { key, token } = await makeKey(person);
  const other = await makeKey(person);
  await use(token, '203.0.113.200');
  expect((await toldTo(person)).events).toHaveLength(2);
  // Four requests at once are one piece of news.
  const elsewhere = ['198.51.100.4', '198.51.100.5', '198.51.100.6', '198.51.100.7'];
  const answers = await Promise.all(elsewhere.map((ip) => use(token, ip)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  await use(token, '2001:db8:1:2::9');
  await use(token, '2001:db8:1:2:ffff::1');
  // What is known of one key says nothing about another.
  await use(other.token, '198.51.100.4');
  const { mails, events } = await toldTo(person);
  expect(events.slice(2)).toEqual([
    'security.api_key_new_network',
    'security.api_key_new_network',
    'security.api_key_new_network',
  ]);
  expect(mails.at(-1)?.text).toMatch(/«Copia nocturna» desde 198\.51\.100\.4, una red donde/);
  const audited = await sql<{ after: object; api_key_id: string }>`
    select after, api_key_id from audit_log where object_id = ${key.id} and action = 'api_key.used_elsewhere'
    order by id`.execute(database.kysely);
  expect(audited.rows).toEqual([
    { after: { network: '198.51.100.0/24' }, api_key_id: key.id },
    { after: { network: '2001:db8:1:2::/64' }, api_key_id: key.id },
  ]);
});

test('who uses a key from many networks causes twenty mails a day at most, and is let in all the same', async () => {
  const strict = await startTestServer({ database, config: { rateLimit: true } });
  const person = await makePerson();
  const { token } = await makeKey(person);
  for (let n = 1; n <= 22; n++) expect((await use(token, `10.0.${n}.1`, strict)).statusCode).toBe(200);
  const { events } = await toldTo(person);
  expect(events.filter((event) => event === 'security.api_key_new_network')).toHaveLength(20);
  await strict.close();
});

test('nobody is told of a key that has ended before the news was due', async () => {
  const person = await makePerson();
  const { key, token } = await makeKey(person);
  await use(token, '198.51.100.4');
  await server.send({ method: 'DELETE', url: `/api/profile/api-keys/${key.id}`, cookie: person.cookie });
  expect((await toldTo(person)).events).toEqual(['security.api_key_created']);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['', 'unknown'],
])('the network of %j is %s', (ip_address, network) => {
  expect(networkOf(ip_address)).toBe(network);
});

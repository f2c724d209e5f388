import type { Domain, domainRoutes } from '@atalaya/contract/domains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDnsServer } from '../../platform/testing/dns-server.ts';
import type { TestDnsServer } from '../../platform/testing/dns-server.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { checkProvenDomains } from './domains.jobs.ts';

let dns: TestDnsServer;
let server: TestServer;
let ours: Cast;
let theirs: Cast;
beforeAll(async () => {
  dns = await startDnsServer();
  server = await startTestServer({ env: { DNS_SERVERS: dns.address } });
  [ours, theirs] = [await server.makeCast(), await server.makeCast()];
});
afterAll(async () => {
  await server.close();
  await dns.close();
});

type Method = 'GET' | 'POST' | 'DELETE';
const send = (cookie: string | undefined, method: Method, url: string, payload?: object) =>
  server.send({ method, url, ...(cookie ? { cookie } : {}), ...(payload ? { payload } : {}) });

async function make(domain = `${unique()}.example`, cast = ours): Promise<Domain> {
  const made = await send(cast.admin.cookie, 'POST', '/api/domains', { domain });
  expect(made.statusCode).toBe(201);
  return made.json<Domain>();
}
const check = async ({ id }: Domain, cast = ours) =>
  (await send(cast.admin.cookie, 'POST', `/api/domains/${id}/check`, {})).json<Domain>();
async function proven(domain?: string, cast = ours): Promise<Domain> {
  const made = await make(domain, cast);
  dns.records.set(made.record.name, ['v=other', made.record.value]);
  return check(made, cast);
}
const stored = async ({ id }: Domain, cast = ours) =>
  (await send(cast.admin.cookie, 'GET', '/api/domains'))
    .json<{ items: Domain[] }>()
    .items.find((each) => each.id === id);
/** As though so many days had gone by since the record was found last. */
const goBack = ({ id }: Domain, days: number) =>
  server.database.pool.query(
    'update organization_domains set failing_since = failing_since - make_interval(days => $2) where id = $1',
    [id, days],
  );
const actionsOf = async ({ id }: Domain) =>
  (
    await server.database.pool.query<{ action: string }>(
      'select action from audit_log where object_id = $1 order by id',
      [id],
    )
  ).rows.map(({ action }) => action);
const toldOf = async ({ id }: Domain) =>
  (
    await server.database.pool.query<{ event: string; profile_id: string }>(
      'select event, profile_id from notifications where object_id = $1 order by id',
      [id],
    )
  ).rows;

const CALLS: Record<
  keyof typeof domainRoutes,
  (cookie: string | undefined, domain: Domain) => ReturnType<typeof send>
> = {
  listDomains: (cookie, { organization_id }) =>
    send(cookie, 'GET', `/api/domains?organization_id=${organization_id}`),
  createDomain: (cookie, { organization_id }) =>
    send(cookie, 'POST', `/api/domains?organization_id=${organization_id}`, {
      domain: `${unique()}.example`,
    }),
  checkDomain: (cookie, { id }) => send(cookie, 'POST', `/api/domains/${id}/check`, {}),
  deleteDomain: (cookie, { id }) => send(cookie, 'DELETE', `/api/domains/${id}`),
};
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

describe('every route', () => {
  test.each(NAMES)(
    '%s: an admin and a super_admin may; 401, 403; another organization’s is not there',
    async (name) => {
      const statusFor = async (cookie?: string) => (await CALLS[name](cookie, await make())).statusCode;
      expect(await statusFor()).toBe(401);
      expect(await statusFor(ours.user.cookie)).toBe(403);
      expect(await statusFor(theirs.admin.cookie)).toBe(404);
      expect(await statusFor(ours.admin.cookie)).toBeLessThan(300);
      expect(await statusFor(ours.super_admin.cookie)).toBeLessThan(300);
    },
  );
});

// SSO1
test('a domain is proven by its TXT record alone, of that very value', async () => {
  const made = await make(' @Empresa.Example ');
  expect(made).toMatchObject({
    domain: 'empresa.example',
    state: 'pending',
    record: { name: '_atalaya.empresa.example', value: expect.stringMatching(/^atalaya-domain=.{43}$/) },
  });
  expect(await check(made)).toMatchObject({ state: 'pending', problem: 'missing' });
  dns.records.set(made.record.name, [`${made.record.value}x`]);
  expect(await check(made)).toMatchObject({ state: 'pending', problem: 'wrong' });
  dns.records.set(made.record.name, ['v=spf1 -all', made.record.value]);
  expect(await check(made)).toMatchObject({ state: 'proven', problem: null });
  await send(ours.admin.cookie, 'DELETE', `/api/domains/${made.id}`);
  expect(await stored(made)).toBeUndefined();
  expect(await actionsOf(made)).toEqual(['domain.created', 'domain.proven', 'domain.deleted']);
});

// SSO3
test('a proven domain outlives its record for seven days; the admins are told when it begins to fail', async () => {
  const domain = await proven();
  dns.records.delete(domain.record.name);
  await checkProvenDomains(server.platform);
  expect(await stored(domain)).toMatchObject({ state: 'failing', problem: 'missing' });
  expect(await toldOf(domain)).toEqual([{ event: 'security.domain_failing', profile_id: ours.admin.id }]);
  await goBack(domain, 6);
  await checkProvenDomains(server.platform);
  expect(await stored(domain)).toMatchObject({ state: 'failing' });
  expect(await toldOf(domain)).toHaveLength(1);
  await goBack(domain, 1);
  await checkProvenDomains(server.platform);
  expect(await stored(domain)).toMatchObject({ state: 'pending', proven_at: null, lost_at: null });
  expect((await toldOf(domain)).map(({ event }) => event)).toEqual([
    'security.domain_failing',
    'security.domain_lost',
  ]);
  expect(await actionsOf(domain)).toEqual([
    'domain.created',
    'domain.proven',
    'domain.failed',
    'domain.lost',
  ]);
});

// SSO3
test('a record that comes back within the days of grace mends the domain', async () => {
  const domain = await proven();
  dns.records.delete(domain.record.name);
  await checkProvenDomains(server.platform);
  await goBack(domain, 6);
  dns.records.set(domain.record.name, [domain.record.value]);
  await checkProvenDomains(server.platform);
  expect(await stored(domain)).toMatchObject({ state: 'proven', problem: null, lost_at: null });
});

// SSO3
test('servers that answer nothing take no domain away', async () => {
  const domain = await proven();
  dns.fails = true;
  await checkProvenDomains(server.platform);
  expect(await stored(domain)).toMatchObject({ state: 'proven', problem: 'unreachable' });
  const pending = await make();
  expect(await check(pending)).toMatchObject({ state: 'pending', problem: 'unreachable' });
  dns.fails = false;
  expect(await check(domain)).toMatchObject({ state: 'proven', problem: null });
});

// SSO2
test('a domain belongs to one organization, whose name the others are not told', async () => {
  const name = `${unique()}.example`;
  const first = await proven(name);
  const second = await make(name, theirs);
  dns.records.get(first.record.name)?.push(second.record.value);
  const answer = await check(second, theirs);
  expect(answer).toMatchObject({ state: 'pending', problem: 'taken' });
  expect(JSON.stringify(answer)).not.toContain(ours.organization.id);
  await send(ours.admin.cookie, 'DELETE', `/api/domains/${first.id}`);
  expect(await check(second, theirs)).toMatchObject({ state: 'proven' });
});

// SSO2
test('of two organizations that prove a domain at once one gets it', async () => {
  const name = `${unique()}.example`;
  const [one, two] = [await make(name), await make(name, theirs)];
  dns.records.set(one.record.name, [one.record.value, two.record.value]);
  const answers = await Promise.all([check(one), check(two, theirs)]);
  expect(answers.map(({ state }) => state).sort()).toEqual(['pending', 'proven']);
});

// SSO2
test.each(['gmail.com', 'GMAIL.com', 'correo.hotmail.es', 'acme.onmicrosoft.com'])(
  'a public mail domain belongs to no organization: %s',
  async (domain) => {
    const answer = await send(ours.admin.cookie, 'POST', '/api/domains', { domain });
    expect(answer.json()).toMatchObject({ code: 'domain.public_mail' });
  },
);

test('what is no domain is refused at its field; one is named once, and so many at most', async () => {
  const refused = async (domain: string) =>
    (await send(theirs.admin.cookie, 'POST', '/api/domains', { domain })).json<object>();
  for (const wrong of ['', 'localhost', 'a b.example', 'https://a.example', `${'a'.repeat(260)}.example`])
    expect(await refused(wrong)).toMatchObject({ fields: [{ field: 'body.domain' }] });
  const { domain } = await make(undefined, theirs);
  expect(await refused(domain)).toMatchObject({ code: 'domain.duplicate' });
  const { rows } = await server.database.pool.query<{ total: number }>(
    'select count(*)::int as total from organization_domains where organization_id = $1',
    [theirs.organization.id],
  );
  for (let named = rows[0]?.total ?? 0; named < 50; named += 1) await make(undefined, theirs);
  expect(await refused(`${unique()}.example`)).toMatchObject({
    code: 'domain.too_many',
    params: { max: 50 },
  });
});

import { randomUUID } from 'node:crypto';
import type { Organization, organizationRoutes } from '@atalaya/contract/organizations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../../platform/testing/fingerprint.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

let server: TestServer;
let ours: Cast;
let theirs: Cast;

beforeAll(async () => {
  server = await startTestServer();
  ours = await server.makeCast();
  theirs = await server.makeCast();
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const send = (cookie: string | undefined, method: Method, url: string, payload?: object) =>
  server.send({ method, url, ...(cookie ? { cookie } : {}), ...(payload ? { payload } : {}) });
const get = (cookie: string | undefined, url: string) => send(cookie, 'GET', url);
const read = async (id: string) =>
  (await get(ours.super_admin.cookie, `/api/organizations/${id}`)).json<Organization>();
const create = async (values: object) =>
  (await send(ours.super_admin.cookie, 'POST', '/api/organizations', values)).json<Organization>();
const change = (cookie: string, id: string, body: object) =>
  send(cookie, 'PATCH', `/api/organizations/${id}`, body);

/** Every route about organizations, called on one. */
const CALLS: Record<
  keyof typeof organizationRoutes,
  (cookie: string | undefined, id: string) => ReturnType<typeof send>
> = {
  listOrganizations: (cookie) => send(cookie, 'GET', '/api/organizations'),
  readOrganizationOverview: (cookie) => send(cookie, 'GET', '/api/organizations/overview'),
  readOrganization: (cookie, id) => send(cookie, 'GET', `/api/organizations/${id}`),
  createOrganization: (cookie) => send(cookie, 'POST', '/api/organizations', { name: `Nueva ${unique()}` }),
  updateOrganization: (cookie, id) =>
    send(cookie, 'PATCH', `/api/organizations/${id}`, { version: 1, domain: 'otra.test' }),
  updateBillingData: (cookie, id) =>
    send(cookie, 'PUT', `/api/organizations/${id}/billing-data`, {
      version: 2,
      country: 'ES',
      tax_id: 'A58818501',
      billing_email: null,
    }),
  readSeats: (cookie, id) => send(cookie, 'GET', `/api/organizations/${id}/seats`),
  previewOrganizationDeletion: (cookie, id) => get(cookie, `/api/organizations/${id}/deletion`),
  deleteOrganization: (cookie, id) =>
    send(cookie, 'DELETE', `/api/organizations/${id}`, { confirm_name: 'Empresa de prueba' }),
  restoreOrganization: (cookie, id) => send(cookie, 'POST', `/api/organizations/${id}/restore`, {}),
};
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];
const FOR_ADMINS = ['readOrganization', 'updateOrganization', 'updateBillingData', 'readSeats'] as const;

describe('who may', () => {
  test('a super_admin may everything, on any organization', async () => {
    const { id } = await server.makeOrganization({ name: 'Empresa de prueba' });
    const statuses: number[] = [];
    for (const name of NAMES) statuses.push((await CALLS[name](ours.super_admin.cookie, id)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 201, 200, 200, 200, 200, 200, 200]);
  });

  test.each(NAMES)('%s: nobody gets 401, a user 403, a person without organization 403', async (name) => {
    const who = [undefined, ours.user.cookie, ours.stranger.cookie];
    const answers = await Promise.all(who.map((cookie) => CALLS[name](cookie, ours.organization.id)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 403, 403]);
  });

  test.each(NAMES.filter((name) => !FOR_ADMINS.some((each) => each === name)))(
    '%s: an admin gets 403 on their own organization too',
    async (name) => {
      expect((await CALLS[name](ours.admin.cookie, ours.organization.id)).statusCode).toBe(403);
    },
  );

  // T2
  test.each(FOR_ADMINS)('%s: an admin knows no other organization, and changes nothing', async (name) => {
    const before = await fingerprint(server.database);
    for (const id of [theirs.organization.id, randomUUID()]) {
      const answer = await CALLS[name](ours.admin.cookie, id);
      const { request_id, ...body } = answer.json<{ request_id: string; code: string }>();
      expect(request_id).toBeTruthy();
      expect({ status: answer.statusCode, body }).toEqual({
        status: 404,
        body: { code: 'object.not_found' },
      });
    }
    expect(await fingerprint(server.database)).toBe(before);
  });
});

describe('reading', () => {
  const list = async (query: string) => {
    const answer = await get(ours.super_admin.cookie, `/api/organizations?${query}`);
    const { items, total } = answer.json<{ items: Organization[]; total: number }>();
    return { names: items.map((item) => item.name), total };
  };

  // V4
  test('search finds by name, domain or slug, without accents, and takes pattern signs as themselves', async () => {
    const word = unique();
    const names = [`Ábaco 100% ${word}`, `abedul_sur ${word}`, `Zafiro\\ ${word}`];
    for (const name of names)
      await create({ name, domain: `${name.slice(0, 1).charCodeAt(0)}-${word}.test` });
    const found = (search: string) => list(`search=${encodeURIComponent(search)}`);
    expect(await found(word)).toEqual({ names, total: 3 });
    expect(await found(`abaco 100% ${word}`)).toEqual({ names: [names[0]], total: 1 });
    expect(await found(`100_ ${word}`)).toEqual({ names: [], total: 0 });
    expect(await found(`_SUR ${word}`)).toEqual({ names: [names[1]], total: 1 });
    expect(await found(`\\ ${word}`)).toEqual({ names: [names[2]], total: 1 });
    expect(await found(`90-${word}.test`)).toEqual({ names: [names[2]], total: 1 });
    expect(await found(`abedulsur-${word}`)).toEqual({ names: [names[1]], total: 1 });
  });

  test('filters, orders and pages: every row once, and the bin apart', async () => {
    const word = unique();
    const made: Organization[] = [];
    for (let n = 0; n < 23; n++)
      made.push(
        await create({
          name: `Lote ${word} ${n}`,
          max_users: n === 0 ? -1 : n,
          plan_type: n % 2 ? 'pro' : 'free',
        }),
      );
    const { cookie } = ours.super_admin;
    await change(cookie, made[0]!.id, {
      version: 1,
      subscription_status: 'inactive',
      reason: 'No contrata',
    });
    await send(cookie, 'DELETE', `/api/organizations/${made[1]!.id}`, { confirm_name: made[1]!.name });
    const totals = [
      '',
      '&plan_type=pro',
      '&plan_type=free',
      '&status=inactive',
      '&status=trial',
      '&bin=true',
    ];
    expect(
      await Promise.all(totals.map(async (query) => (await list(`search=${word}${query}`)).total)),
    ).toEqual([22, 10, 12, 1, 21, 1]);
    for (const sort of ['name', 'status', 'max_users', 'created_at'])
      for (const order of ['asc', 'desc']) {
        const pages = [1, 2].map((page) => list(`search=${word}&sort=${sort}&order=${order}&page=${page}`));
        expect(new Set((await Promise.all(pages)).flatMap(({ names }) => names)).size).toBe(22);
      }
    const largest = (await list(`search=${word}&sort=max_users&order=desc`)).names;
    expect(largest.slice(0, 2)).toEqual([`Lote ${word} 0`, `Lote ${word} 22`]);
    expect((await list(`search=${word}&sort=created_at&order=desc`)).names[0]).toBe(`Lote ${word} 22`);
  });

  test('the counts are over all organizations, not a page of them, and without the bin', async () => {
    const counts = async () => (await get(ours.super_admin.cookie, '/api/organizations/overview')).json();
    const before = await counts();
    const { pool } = server.database;
    await pool.query(`insert into organizations (name, slug, subscription_status, plan_type, deleted_at)
      select 'Muchas', 'muchas-' || n, case when n <= 30 then 'active' else 'trial' end,
        case when n % 3 = 0 then 'enterprise' else 'free' end, case when n > 45 then now() end
      from generate_series(1, 48) n`);
    expect(await counts()).toMatchObject({
      total: before.total + 45,
      active: before.active + 30,
      trial: before.trial + 15,
      enterprise: before.enterprise + 15,
      plans: [{ key: 'free' }, { key: 'basic' }, { key: 'pro' }, { key: 'enterprise', max_users: -1 }],
    });
  });

  // T9
  test('an admin reads of their own what a super_admin reads', async () => {
    const own = (
      await get(ours.admin.cookie, `/api/organizations/${ours.organization.id}`)
    ).json<Organization>();
    expect(own).toEqual(await read(ours.organization.id));
    expect(Object.keys(own)).not.toContain('search');
  });
});

describe('writing', () => {
  test('a new one is in trial, on free, with 5 seats, and audited', async () => {
    const name = `Señales ${unique()} & Cía.`;
    const made = await create({
      name: `  ${name} `,
      domain: ' Senales.ES ',
      billing_email: ' Pagos@Senales.ES',
    });
    expect(made).toMatchObject({
      name,
      slug: name.toLowerCase().replace('ñ', 'n').replace(' & cía.', '-cia').replaceAll(' ', '-'),
      domain: 'senales.es',
      plan_type: 'free',
      plan_name: 'Free',
      subscription_status: 'trial',
      max_users: 5,
      billing_email: 'pagos@senales.es',
      version: 1,
    });
    expect(await read(made.id)).toEqual(made);
    const audited = await server.database.pool.query(
      'select action, actor_profile_id, organization_id, after from audit_log where object_id = $1',
      [made.id],
    );
    expect(audited.rows).toMatchObject([
      { action: 'organization.created', actor_profile_id: ours.super_admin.id, organization_id: made.id },
    ]);
  });

  // V7
  test('of eight that are added under one name at once, each has a slug of its own', async () => {
    const word = unique();
    const made = await Promise.all(Array.from({ length: 8 }, () => create({ name: `Á ${word}` })));
    const numbered = [2, 3, 4, 5, 6, 7, 8].map((number) => `a-${word}-${number}`);
    expect(made.map(({ slug }) => slug).sort()).toEqual([`a-${word}`, ...numbered]);
  });

  // V7
  test('a slug is never empty, reserved or taken', async () => {
    expect((await create({ name: 'Admin' })).slug).toBe('admin-2');
    expect((await create({ name: '🦊' })).slug).toMatch(/^empresa(-\d+)?$/);
    const { id, version } = await create({ name: unique() });
    const set = async (slug: string) =>
      (await change(ours.super_admin.cookie, id, { version, slug })).json<{ code: string }>();
    expect(await set('api')).toMatchObject({ code: 'request.invalid', fields: [{ field: 'body.slug' }] });
    expect(await set('Con Espacio')).toMatchObject({ code: 'request.invalid' });
    expect(await set('-')).toMatchObject({ code: 'request.invalid' });
    expect(await set(ours.organization.slug)).toMatchObject({ code: 'organization.slug_taken' });
    const free = `libre-${unique()}`;
    expect(await set(free)).toMatchObject({ slug: free, version: 2 });
  });

  // T8, V1
  test.each([
    { no_such: 1 },
    { subscription_status: 'active' },
    { slug: 'propio' },
    { organization_id: '00000000-0000-4000-8000-000000000000' },
    { version: 2 },
    { name: 'x'.repeat(121) },
    { name: '   ' },
    { domain: 'sin punto' },
    { domain: `${'a'.repeat(252)}.b` },
    { plan_type: 'no-existe' },
    { max_users: 0 },
    { max_users: -2 },
    { max_users: 1.5 },
    { max_users: '5' },
    { country: 'España' },
    { tax_id: 'x'.repeat(41) },
    { country: 'ES', tax_id: 'B12345678' },
    { billing_email: 'nadie' },
  ])('refuses to add one with %j', async (values) => {
    const body = { name: 'Válida', ...values };
    const answer = await send(ours.super_admin.cookie, 'POST', '/api/organizations', body);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'request.invalid']);
  });

  // T7
  test.each([
    { plan_type: 'enterprise' },
    { subscription_status: 'active' },
    { max_users: -1 },
    { slug: 'mejor' },
    { name: 'Otra', max_users: 25 },
  ])('an admin does not set %j, in no route and by no statement', async (values) => {
    const { id } = ours.organization;
    const { version } = await read(id);
    const before = await fingerprint(server.database);
    expect((await change(ours.admin.cookie, id, { version, ...values })).statusCode).toBe(403);
    const billing = { version, country: null, tax_id: null, billing_email: null, ...values };
    const put = await send(ours.admin.cookie, 'PUT', `/api/organizations/${id}/billing-data`, billing);
    expect(put.statusCode).toBe(400);
    const client = await server.database.pool.connect();
    const [column, value] = Object.entries(values).at(-1)!;
    await client.query('begin');
    await client.query('set local role atalaya_tenant');
    await client.query(`select set_config('app.organization_id', $1, true)`, [id]);
    const refused = await client.query(`update organizations set ${column} = $1`, [value]).catch(String);
    await client.query('rollback');
    client.release();
    expect(refused).toContain('permission denied');
    expect(await fingerprint(server.database)).toBe(before);
  });

  test('an admin changes name, domain and billing data of their own', async () => {
    const { id } = theirs.organization;
    const values = { name: 'Nombre nuevo', domain: null, country: 'mx', tax_id: ' X-1 ', billing_email: '' };
    const changed = await change(theirs.admin.cookie, id, { version: 1, ...values });
    const stored = { name: 'Nombre nuevo', country: 'MX', tax_id: 'X-1', billing_email: null, version: 2 };
    expect(changed.json()).toMatchObject({ ...stored, slug: theirs.organization.slug });
    const billing = { version: 2, country: 'ES', tax_id: null, billing_email: 'a@b.test' };
    const put = await send(theirs.admin.cookie, 'PUT', `/api/organizations/${id}/billing-data`, billing);
    expect(put.json()).toMatchObject({ ...billing, name: 'Nombre nuevo', version: 3 });
    const audited = await server.database.pool.query(
      `select before, after from audit_log where object_id = $1 and action = 'organization.updated' order by id`,
      [id],
    );
    expect(audited.rows).toMatchObject([
      { before: { name: theirs.organization.name }, after: { name: 'Nombre nuevo', country: 'MX' } },
      { before: { country: 'MX' }, after: { country: 'ES' } },
    ]);
  });

  test('a Spanish tax id is checked by its control character, and kept without what it may be written with', async () => {
    const boss = ours.super_admin.cookie;
    const { organization, admin } = await server.makeCast();
    const at = `/api/organizations/${organization.id}`;
    const known = { country: 'ES', billing_email: null };
    const put = (version: number, tax_id: string) =>
      send(admin.cookie, 'PUT', `${at}/billing-data`, { ...known, version, tax_id });
    const wrong = { code: 'request.invalid', fields: [{ field: 'body.tax_id', code: 'invalid_nif' }] };
    for (const answer of [
      await send(boss, 'POST', '/api/organizations', { name: 'Mal', country: 'ES', tax_id: 'B12345678' }),
      await change(boss, organization.id, { version: 1, country: 'ES', tax_id: 'B-12345678' }),
      await put(1, '12345678A'),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([400, wrong]);
    const named = { name: `Bien ${unique()}`, country: 'ES', tax_id: 'es-b12.345.674' };
    const created = await send(boss, 'POST', '/api/organizations', named);
    expect(created.json()).toMatchObject({ tax_id: 'B12345674' });
    expect((await put(1, ' x 1234567-l ')).json()).toMatchObject({ tax_id: 'X1234567L', version: 2 });
    const elsewhere = { version: 2, country: 'PT', tax_id: '1' };
    expect((await change(boss, organization.id, elsewhere)).json()).toMatchObject({
      fields: [{ field: 'body.tax_id', code: 'invalid' }],
    });
  });

  test('a wrong Spanish tax id that was stored before stays until it is changed', async () => {
    const { organization, admin } = await server.makeCast();
    const { id } = organization;
    await server.database.pool.query(
      `update organizations set country = 'ES', tax_id = 'b-12345678' where id = $1`,
      [id],
    );
    expect((await send(admin.cookie, 'GET', `/api/organizations/${id}`)).json()).toMatchObject({
      tax_id: 'b-12345678',
    });
    const known = { country: 'ES', tax_id: 'b-12345678', billing_email: 'pagos@x.test' };
    const saved = await send(admin.cookie, 'PUT', `/api/organizations/${id}/billing-data`, {
      ...known,
      version: 1,
    });
    expect(saved.json()).toMatchObject({ ...known, version: 2 });
    const changed = await change(admin.cookie, id, { version: 2, tax_id: 'b-12345679' });
    expect(changed.json()).toMatchObject({ fields: [{ field: 'body.tax_id', code: 'invalid_nif' }] });
    expect((await change(admin.cookie, id, { version: 2, tax_id: 'b-12345674' })).json()).toMatchObject({
      tax_id: 'B12345674',
    });
  });

  test('who is taxed by reverse charge keeps a VAT number of another state, whoever changes it', async () => {
    const { organization, admin } = await server.makeCast();
    const boss = ours.super_admin.cookie;
    const at = `/api/organizations/${organization.id}`;
    const known = { country: 'PT', tax_id: 'PT503504564', billing_email: null };
    const put = (body: object) => send(admin.cookie, 'PUT', `${at}/billing-data`, { ...known, ...body });
    expect((await put({ version: 1 })).statusCode).toBe(200);
    const tax = { tax_treatment: 'reverse_charge', tax_rate: 2100 };
    expect((await send(boss, 'PUT', `${at}/subscription/tax`, tax)).statusCode).toBe(200);
    const lost = [{ tax_id: null }, { country: 'ES', tax_id: 'A58818501' }, { country: null }];
    for (const body of lost) {
      for (const answer of [
        await put({ version: 2, ...body }),
        await change(boss, organization.id, { version: 2, ...body }),
      ])
        expect(answer.json()).toMatchObject({ code: 'subscription.vat_number_required' });
    }
    expect((await put({ version: 2, country: 'DE', tax_id: 'DE123456789' })).statusCode).toBe(200);
    await send(boss, 'PUT', `${at}/subscription/tax`, { ...tax, tax_treatment: 'standard' });
    expect((await put({ version: 3, tax_id: null })).statusCode).toBe(200);
  });

  test('one stays on a plan that is no longer offered, and nobody comes to it', async () => {
    const key = `plan-${unique()}`;
    const { pool } = server.database;
    const plan = await pool.query(
      'insert into plans (key, name, price_cents, max_users) values ($1, $1, 0, 5) returning id',
      [key],
    );
    await pool.query(
      `insert into plan_versions (plan_id, number, price_cents, currency, max_users) values ($1, 1, 0, 'USD', 5)`,
      [plan.rows[0].id],
    );
    const { id } = await create({ name: `Antigua ${unique()}`, plan_type: key });
    await pool.query('update plans set archived_at = now() where key = $1', [key]);
    const { cookie } = ours.super_admin;
    expect((await change(cookie, id, { version: 1, plan_type: key, domain: 'a.test' })).statusCode).toBe(200);
    const other = await create({ name: `Otra ${unique()}` });
    for (const answer of [
      await change(cookie, other.id, { version: 1, plan_type: key }),
      await send(cookie, 'POST', '/api/organizations', { name: 'Otra', plan_type: key }),
    ])
      expect(answer.json()).toMatchObject({ code: 'request.invalid', fields: [{ field: 'body.plan_type' }] });
  });

  test('a stale save is refused with what is stored', async () => {
    const { id } = await create({ name: `Rancia ${unique()}` });
    const { cookie } = ours.super_admin;
    const first = await change(cookie, id, { version: 1, domain: 'primera.test' });
    const second = await change(cookie, id, { version: 1, domain: 'segunda.test' });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: 'object.stale', current: first.json() });
  });

  test('another status needs a reason, which its history keeps; the status that stands needs none', async () => {
    const { id } = await server.makeOrganization({ subscription_status: 'active' });
    const { cookie } = ours.super_admin;
    for (const reason of [{}, { reason: '   ' }])
      expect(
        (await change(cookie, id, { version: 1, subscription_status: 'canceled', ...reason })).json(),
      ).toMatchObject({ code: 'request.invalid', fields: [{ field: 'body.reason', code: 'required' }] });
    const same = await change(cookie, id, { version: 1, subscription_status: 'active', name: 'Con nombre' });
    expect(same.statusCode).toBe(200);
    const canceled = { version: 2, subscription_status: 'canceled', reason: ' Lo pide el cliente ' };
    expect((await change(cookie, id, canceled)).json()).toMatchObject({ subscription_status: 'canceled' });
    const events = await get(cookie, `/api/organizations/${id}/subscription/events`);
    expect(events.json()).toMatchObject({
      items: [{ kind: 'status', reason: 'Lo pide el cliente' }, { kind: 'created' }],
    });
  });

  test('the limit of seats does not fall below what is in use, and the answer says how much that is', async () => {
    const { id } = await server.makeOrganization({ max_users: 4 });
    await server.makePerson({ organization_id: id, role: 'admin' });
    await server.makePerson({ organization_id: id });
    await server.makePerson({ organization_id: id, is_active: false });
    await server.database.pool.query(
      `insert into organization_invitations (organization_id, email, invited_by, mail_token_hash, copy_token_hash,
        expires_at) values ($1, 'plaza@x.test', $2, $3, $4, now() + interval '1 day')`,
      [id, ours.super_admin.id, randomUUID(), randomUUID()],
    );
    const set = (max_users: number, version: number) =>
      change(ours.super_admin.cookie, id, { version, max_users });
    const refused = await set(2, 1);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'organization.seats_below_use', params: { used: 3 } }),
    ]);
    expect((await set(3, 1)).statusCode).toBe(200);
    expect((await set(-1, 2)).json()).toMatchObject({ max_users: -1 });
  });

  // docs/product.md, rule 9 of permissions
  test.each(['canceled', 'inactive'] as const)(
    'the admin of one that is %s changes its billing data alone',
    async (subscription_status) => {
      const { id } = await server.makeOrganization({ subscription_status });
      const { cookie } = await server.makePerson({ role: 'admin', organization_id: id });
      expect((await get(cookie, `/api/organizations/${id}`)).statusCode).toBe(200);
      const renamed = await change(cookie, id, { version: 1, name: 'Otra' });
      expect([renamed.statusCode, renamed.json<{ code: string }>().code]).toEqual([
        403,
        'organization.read_only',
      ]);
      const billing = { version: 1, country: 'ES', tax_id: null, billing_email: 'pagos@x.test' };
      const put = await send(cookie, 'PUT', `/api/organizations/${id}/billing-data`, billing);
      expect(put.json()).toMatchObject({ country: 'ES', version: 2 });
    },
  );
});

test('seats: an admin reads their own, a super_admin any, others none', async () => {
  const seats = (id: string) => `/api/organizations/${id}/seats`;
  const own = { max_users: 25, active_users: 2, pending_invitations: 0, left: 23 };
  for (const { cookie } of [ours.admin, ours.super_admin])
    expect((await get(cookie, seats(ours.organization.id))).json()).toEqual(own);
  const unlimited = await server.makeOrganization({ max_users: -1 });
  expect((await get(ours.super_admin.cookie, seats(unlimited.id))).json()).toMatchObject({ left: null });
  const refused = await Promise.all([
    get(undefined, seats(ours.organization.id)),
    get(ours.user.cookie, seats(ours.organization.id)),
    get(ours.admin.cookie, seats(theirs.organization.id)),
    get(ours.admin.cookie, seats(randomUUID())),
  ]);
  expect(refused.map((answer) => answer.statusCode)).toEqual([401, 403, 404, 404]);
});

test('pending invitations reserve seats; expired and withdrawn ones do not', async () => {
  const { id: organization_id } = await server.makeOrganization({ max_users: 3 });
  const boss = await server.makePerson({ role: 'admin', organization_id });
  for (const [expires, revoked] of [
    ['1 day', null],
    ['-1 day', null],
    ['1 day', 'now'],
  ] as const)
    await server.database.pool.query(
      `insert into organization_invitations
         (organization_id, email, invited_by, mail_token_hash, copy_token_hash, expires_at, revoked_at)
       values ($1, $2, $3, $4, $5, now() + $6::interval, $7::timestamptz)`,
      [organization_id, `${randomUUID()}@x.test`, boss.id, randomUUID(), randomUUID(), expires, revoked],
    );
  expect((await get(boss.cookie, `/api/organizations/${organization_id}/seats`)).json()).toEqual({
    max_users: 3,
    active_users: 1,
    pending_invitations: 1,
    left: 1,
  });
});

import { randomUUID } from 'node:crypto';
import type { AuditEntry, auditRoutes } from '@atalaya/contract/audit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { recordChanges } from '../../platform/records/audit.ts';
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

const get = (cookie: string | undefined, url: string) => server.send({ url, ...(cookie ? { cookie } : {}) });
const list = async (cookie: string, query = '') =>
  (await get(cookie, `/api/audit?${query}`)).json<z.output<typeof auditRoutes.listAudit.response>>();
const csv = async (cookie: string, query = '') => (await get(cookie, `/api/audit/export?${query}`)).body;

type Entry = { organization_id: string | null; action?: string; object_id?: string; after?: unknown };
/** Written as a job of the server would, or as a person. */
const write = (entries: Entry[], person?: { id: string; email: string }) =>
  server.database.withSystem('write to the audit log for a test', (db) => {
    const actor = person ? ({ profile_id: person.id, email: person.email } as never) : null;
    const origin = { ip_address: '203.0.113.7', user_agent: 'test', request_id: null };
    const changes = entries.map((entry) => ({
      action: 'user.updated',
      object_type: 'user',
      object_id: null,
      ...entry,
    }));
    return recordChanges(db, { actor, origin }, changes);
  });

const CALLS: Record<keyof typeof auditRoutes, (id: string) => string> = {
  listAudit: () => '/api/audit',
  exportAudit: () => '/api/audit/export',
  listAnchors: () => '/api/audit/anchors',
  exportAnchors: () => '/api/audit/anchors/export',
  readAuditEntry: (id) => `/api/audit/${id}`,
};
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

describe('every route', () => {
  const entryOf = async (cast: Cast) => {
    const object_id = randomUUID();
    await write([{ organization_id: cast.organization.id, object_id }]);
    return (await list(cast.super_admin.cookie, `object_id=${object_id}`)).items[0]!.id;
  };

  test.each(NAMES)('%s works for an admin and a super_admin', async (name) => {
    const url = CALLS[name](await entryOf(ours));
    expect((await get(ours.admin.cookie, url)).statusCode).toBe(200);
    expect((await get(ours.super_admin.cookie, url)).statusCode).toBe(200);
  });

  test.each(NAMES)('%s answers 401 to nobody, 403 to somebody without organization', async (name) => {
    const url = CALLS[name](await entryOf(ours));
    expect((await get(undefined, url)).statusCode).toBe(401);
    expect((await get(ours.stranger.cookie, url)).statusCode).toBe(403);
  });

  test('exporting is not for users', async () => {
    expect((await get(ours.user.cookie, '/api/audit/export')).statusCode).toBe(403);
  });

  // T2
  test("another organization's change is not found", async () => {
    const url = CALLS.readAuditEntry(await entryOf(theirs));
    expect((await get(ours.admin.cookie, url)).statusCode).toBe(404);
    expect((await get(theirs.admin.cookie, url)).statusCode).toBe(200);
  });
});

describe('who sees what', () => {
  // T16
  test('an admin gets nothing of another organization, whatever is asked', async () => {
    const canary = `canario${unique()}`;
    const object_id = randomUUID();
    const { id: organization_id } = theirs.organization;
    await write([{ organization_id, object_id, after: { name: canary } }], {
      id: theirs.admin.id,
      email: `${canary}@x.test`,
    });
    await write([{ organization_id: null, object_id }]);
    for (const query of [
      '',
      `actor=${canary}`,
      `object_id=${object_id}`,
      `organization_id=${organization_id}`,
    ]) {
      const answer = await get(ours.admin.cookie, `/api/audit?${query}`);
      expect(answer.body).not.toContain(canary);
      expect(await csv(ours.admin.cookie, query)).not.toContain(canary);
    }
    expect((await list(ours.admin.cookie, `object_id=${object_id}`)).total).toBe(0);
    expect((await list(theirs.admin.cookie, `object_id=${object_id}`)).total).toBe(1);
    expect((await list(ours.super_admin.cookie, `object_id=${object_id}`)).total).toBe(2);
  });

  test('a user gets their own sign-ins alone', async () => {
    const { id: organization_id } = ours.organization;
    const colleague = await server.makePerson({ organization_id });
    const session = { organization_id, action: 'session.started', object_id: randomUUID() };
    await write([session, { organization_id }], colleague);
    await write([session], ours.user);
    const seen = (await list(colleague.cookie)).items;
    expect(seen.map((entry) => [entry.action, entry.actor?.id])).toEqual([['session.started', colleague.id]]);
    const others = (await list(ours.admin.cookie, `object_id=${session.object_id}&actor=${ours.user.email}`))
      .items;
    expect((await get(colleague.cookie, `/api/audit/${others[0]!.id}`)).statusCode).toBe(404);
  });

  // T9
  test('an entry has these properties and no other', async () => {
    await server.send({
      method: 'PATCH',
      url: `/api/users/${ours.user.id}`,
      payload: { version: 1, first_name: 'Eva', last_name: 'Ríos' },
      cookie: ours.admin.cookie,
    });
    const { parts, ...entry } = (await list(ours.admin.cookie, `object_id=${ours.user.id}`)).items[0]!;
    expect(parts).toEqual({});
    expect(entry).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      actor: { id: ours.admin.id, email: ours.admin.email, name: expect.any(String) },
      action: 'user.updated',
      object_type: 'user',
      object_id: ours.user.id,
      object_name: 'Eva Ríos',
      organization: { id: ours.organization.id, name: ours.organization.name },
      before: expect.objectContaining({ first_name: 'Persona' }),
      after: expect.objectContaining({ first_name: 'Eva' }),
      ip_address: expect.any(String),
      user_agent: expect.any(String),
      request_id: expect.any(String),
      api_key_id: null,
    });
    expect((await get(ours.admin.cookie, `/api/audit/${entry.id}`)).json()).toEqual({
      ...entry,
      names: { [ours.organization.id]: ours.organization.name },
      undo: null,
      undoes_entry_id: null,
      rest: { items: [], total: 0 },
    });
  });
});

test('a super_admin is named to an admin as to others, by name', async () => {
  const object_id = randomUUID();
  await write([{ organization_id: ours.organization.id, object_id }], ours.super_admin);
  const [entry] = (await list(ours.admin.cookie, `object_id=${object_id}`)).items;
  const [same] = (await list(ours.super_admin.cookie, `object_id=${object_id}`)).items;
  expect(entry!.actor!.name).not.toBeNull();
  expect(entry!.actor).toEqual({ ...same!.actor, email: null });
});

test('a ticket is named by its title where the change does not hold it', async () => {
  const { admin } = ours;
  const opened = await server.send({
    method: 'POST',
    url: '/api/tickets',
    payload: { title: 'No imprime', description: 'Nada sale.', priority: 'low' },
    cookie: admin.cookie,
  });
  const { id } = opened.json<{ id: string }>();
  const url = `/api/tickets/${id}/assignee`;
  await server.send({
    method: 'PUT',
    url,
    payload: { version: 1, assigned_to: admin.id },
    cookie: admin.cookie,
  });
  const { items } = await list(admin.cookie, `object_id=${id}`);
  expect(items.map(({ action, object_name }) => [action, object_name])).toEqual([
    ['ticket.assigned', 'No imprime'],
    ['ticket.created', 'No imprime'],
  ]);
});

describe('the ids in a change', () => {
  /** Something of each kind that a change may name, by its id. */
  const thingsOf = async (cast: Cast) => {
    const { organization, admin, user, super_admin } = cast;
    const send = async <T>(url: string, payload: object, cookie = admin.cookie) =>
      (await server.send({ method: 'POST', url, payload, cookie })).json<T>();
    const ticket = await send<{ id: string }>('/api/tickets', { title: 'No imprime', description: 'Nada.' });
    const { invitation } = await send<{ invitation: { id: string } }>('/api/invitations', {
      email: `${unique()}@x.test`,
    });
    const lines = [{ description: 'Uno', unit_price_cents: 100 }];
    const invoice = await send<{ id: string; code: string; payments: { id: string }[] }>(
      '/api/invoices',
      { organization_id: organization.id, lines },
      super_admin.cookie,
    );
    const { key } = await send<{ key: { id: string } }>('/api/profile/api-keys', {
      name: 'Para informes',
      scopes: ['users:read'],
      expires_in_days: 1,
    });
    const [person] = (
      await server.database.pool.query(
        `select p.first_name || ' ' || p.last_name as name, (select email from organization_invitations where id = $2)
           as invited from profiles p where p.id = $1`,
        [user.id, invitation.id],
      )
    ).rows as { name: string; invited: string }[];
    return {
      [organization.id]: organization.name,
      [user.id]: person!.name,
      [user.user_id]: person!.name,
      [ticket.id]: 'No imprime',
      [invitation.id]: person!.invited,
      [invoice.id]: invoice.code,
      [key.id]: 'Para informes',
    };
  };
  const namesOf = async (reader: { cookie: string }, cast: Cast, after: object) => {
    const object_id = randomUUID();
    await write([{ organization_id: cast.organization.id, object_id, after }]);
    const [entry] = (await list(cast.super_admin.cookie, `object_id=${object_id}`)).items;
    return (await get(reader.cookie, `/api/audit/${entry!.id}`)).json<{
      names: Record<string, string | null>;
    }>().names;
  };

  test('are called as the reader knows them; what is gone has no name', async () => {
    const things = await thingsOf(ours);
    const after = { people: Object.keys(things), filters: { gone: randomUUID() } };
    for (const reader of [ours.admin, ours.super_admin])
      expect(await namesOf(reader, ours, after)).toEqual(things);
    const { id } = ours.super_admin;
    expect(Object.keys(await namesOf(ours.admin, ours, { assigned_to: id }))).toEqual([id]);
  });

  test('are gone where things of their kind have names, and only as many as were looked up', async () => {
    const gone = { organization_id: randomUUID(), filters: { assigned_to: [randomUUID(), randomUUID()] } };
    const after = { ...gone, session_id: randomUUID(), note: `de ${randomUUID()}` };
    for (const reader of [ours.admin, ours.super_admin])
      expect(await namesOf(reader, ours, after)).toEqual(
        Object.fromEntries([gone.organization_id, ...gone.filters.assigned_to].map((id) => [id, null])),
      );
    const many = Array.from({ length: 101 }, () => randomUUID());
    const names = await namesOf(ours.admin, ours, { profile_id: many });
    expect(Object.keys(names).sort()).toEqual(many.slice(0, 100).sort());
  });

  // T2, T16
  test('of another organization have no name', async () => {
    const things = await thingsOf(theirs);
    expect(await namesOf(ours.admin, ours, Object.keys(things))).toEqual({});
    expect(await namesOf(ours.super_admin, ours, Object.keys(things))).toEqual(things);
  });

  test('the key that a change was made with is called by its name', async () => {
    const { key, token } = (
      await server.send({
        method: 'POST',
        url: '/api/profile/api-keys',
        payload: { name: 'Para altas', scopes: ['users:read', 'users:write'], expires_in_days: 1 },
        cookie: ours.admin.cookie,
      })
    ).json<{ key: { id: string }; token: string }>();
    const made = await server.app.inject({
      method: 'POST',
      url: '/api/users',
      payload: { first_name: 'Ana', last_name: 'Ruiz', email: `${unique()}@x.test`, role: 'user' },
      headers: { authorization: `Bearer ${token}` },
    });
    const { id } = made.json<{ id: string }>();
    const colleague = await server.makePerson({ role: 'admin', organization_id: ours.organization.id });
    for (const { cookie } of [ours.admin, colleague, ours.super_admin]) {
      const [entry] = (await list(cookie, `object_id=${id}`)).items;
      const read = (await get(cookie, `/api/audit/${entry!.id}`)).json<AuditEntry & { names: object }>();
      expect([read.api_key_id, read.names]).toEqual([
        key.id,
        expect.objectContaining({ [key.id]: 'Para altas' }),
      ]);
    }
  });
});

describe('filters', () => {
  test('by who, what, object, organization and period, with exact totals and pages that do not overlap', async () => {
    const cast = await server.makeCast();
    const { id: organization_id } = cast.organization;
    const object_id = randomUUID();
    await write(
      Array.from({ length: 22 }, () => ({ organization_id })),
      { id: cast.admin.id, email: 'a_b%c@x.test' },
    );
    await write([
      { organization_id, object_id, action: 'plan.created' },
      { organization_id, object_id, action: 'plan.archived' },
      { organization_id, action: 'planet.made' },
    ]);
    const total = async (query: string) => (await list(cast.admin.cookie, query)).total;
    const queries = [
      '',
      'actor=A_B%25C',
      'actor=a%25b',
      'action=plan',
      'action=plan.created',
      `object_id=${object_id}`,
    ];
    const totals = await Promise.all(queries.map((query) => total(query)));
    expect(totals).toEqual([25, 22, 0, 2, 1, 2]);
    const pages = await Promise.all([1, 2].map((page) => list(cast.admin.cookie, `page=${page}`)));
    expect(new Set(pages.flatMap((page) => page.items.map((item) => item.id))).size).toBe(25);
    expect((await list(cast.super_admin.cookie, `organization_id=${organization_id}`)).total).toBe(25);
    const newest = pages[0]!.items[0]!.created_at;
    const later = new Date(Date.parse(newest) + 1_000).toISOString();
    expect(await total(`to=${later}`)).toBe(25);
    expect(await total(`from=${later}`)).toBe(0);
    expect(await total('to=1999-12-31T00:00:00%2B02:00')).toBe(0);
  });

  // V3
  test.each(['from=yesterday', 'from=0000-01-01T00:00:00Z', 'object_id=1', 'sort=action', 'page=0'])(
    'refuses ?%s',
    async (query) => {
      expect((await get(ours.admin.cookie, `/api/audit?${query}`)).statusCode).toBe(400);
    },
  );
});

describe('the export', () => {
  test('holds every row that matches once, over several pages of reading', async () => {
    const cast = await server.makeCast();
    const { id: organization_id } = cast.organization;
    const names = Array.from({ length: 1_203 }, (_, n) => `n${n}`);
    await write(names.map((name) => ({ organization_id, after: { name } })));
    const answer = await get(cast.admin.cookie, '/api/audit/export?action=user');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = answer.body.trimEnd().split('\r\n');
    expect(lines[0]).toContain('created_at;actor_email;');
    const exported = lines.slice(1).map((line) => line.split(';')[6]);
    expect(exported).toHaveLength(names.length);
    expect(new Set(exported)).toEqual(new Set(names));
  });

  // V5
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1'])(
    'makes no formula of %j',
    async (name) => {
      const cast = await server.makeCast();
      await write([
        { organization_id: cast.organization.id, after: { first_name: name, last_name: 'x;"y"' } },
      ]);
      const body = await csv(cast.admin.cookie);
      expect(body).toMatch(/;"\s*'\s*[=+\-@][^;]*;""y"""/);
    },
  );
});

import type { AuditEntry } from '@atalaya/contract/audit';
import type { Undo } from '@atalaya/contract/undo';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { takeTurn } from '../transfers/transfers.jobs.ts';
import { purgeUndos } from './undo.jobs.ts';
import { takeUndoTurn } from './undo-run.service.ts';

type Person = { id: string; cookie: string };
type Outcome = {
  undone: number;
  refused_total: number;
  refused: { id: string; name: string; code: string }[];
};
type Bulk = { changed: number; undo_id: string | null; transfer_id: string | null };

const USER_ACTIONS = [
  { type: 'activate' },
  { type: 'deactivate' },
  { type: 'delete' },
  { type: 'change_role', role: 'admin' },
  { type: 'change_role', role: 'super_admin' },
];
const TICKET_ACTIONS = [
  { type: 'assign', assigned_to: null },
  { type: 'priority', priority: 'urgent' },
  { type: 'start' },
  { type: 'resolve', message: 'Hecho' },
  { type: 'close' },
  { type: 'reopen' },
];

describe('undoing', () => {
  let server: TestServer;
  let ours: Cast;
  let theirs: Cast;
  beforeAll(async () => {
    server = await startTestServer();
    ours = await server.makeCast();
    theirs = await server.makeCast();
    await query('update organizations set max_users = -1');
  });
  afterAll(() => server.close());

  const query = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const send = (
    by: Person | null,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => server.send({ method, url, ...(by ? { cookie: by.cookie } : {}), ...(payload ? { payload } : {}) });
  const bulk = async (by: Person, noun: 'users' | 'tickets', action: object, ids: string[]) =>
    (await send(by, 'POST', `/api/${noun}/bulk`, { action, chosen: { ids }, ...sure(noun) })).json<Bulk>();
  const sure = (noun: string) => (noun === 'users' ? { confirm_last_admin: true } : {});
  const undo = (by: Person | null, id: string | null) => send(by, 'POST', `/api/undos/${id}`, {});
  const colleagues = (count: number, values: object = {}) =>
    Promise.all(
      Array.from({ length: count }, () =>
        server.makePerson({ organization_id: ours.organization.id, ...values }),
      ),
    );
  const openTickets = async (count: number): Promise<string[]> => {
    const rows = await query(
      `insert into tickets (organization_id, title, description, created_by_name, assigned_to, assigned_name,
         status, priority, resolved_at, resolution_seconds, waiting_since)
       select $1, 'Ticket ' || n, 'x', 'Ana', case when n % 2 = 0 then $2::uuid end,
         case when n % 2 = 0 then 'Persona' end, (array['open', 'in_progress', 'resolved', 'closed'])[1 + n % 4],
         (array['low', 'high'])[1 + n % 2], case when n % 4 = 2 then clock_timestamp() end,
         case when n % 4 = 2 then 7 end, case when n % 4 = 2 then clock_timestamp() end
       from generate_series(1, $3::int) n returning id`,
      [ours.organization.id, ours.admin.id, count],
    );
    return rows.map((row: { id: string }) => row.id);
  };
  /** Every row but for what says that it was changed at all. */
  const contentOf = (table: 'profiles' | 'tickets' | 'organizations') =>
    query(`select to_jsonb(t) - 'version' - 'updated_at' as row from ${table} t order by id`);
  const entryOf = async (by: Person, object: string, action: string) => {
    const list = await send(by, 'GET', `/api/audit?object_id=${object}&action=${action}`);
    const [first] = list.json<{ items: AuditEntry[] }>().items;
    return (await send(by, 'GET', `/api/audit/${first?.id}`)).json<
      AuditEntry & { undo: Undo | null; undoes_entry_id: string | null }
    >();
  };

  test('any bulk actions, undone last first, leave people and tickets exactly as they were', async () => {
    const people = await colleagues(6);
    await query(`update profiles set is_active = false where id = any($1::uuid[])`, [
      people.slice(0, 2).map(({ id }) => id),
    ]);
    const tickets = await openTickets(8);
    const pick = <T>(from: readonly T[]) =>
      fc.integer({ min: 0, max: from.length - 1 }).map((n) => from[n] as T);
    const step = fc.oneof(
      fc.tuple(
        fc.constant('users' as const),
        pick(USER_ACTIONS),
        fc.subarray(
          people.map((p) => p.id),
          { minLength: 1 },
        ),
      ),
      fc.tuple(fc.constant('tickets' as const), pick(TICKET_ACTIONS), fc.subarray(tickets, { minLength: 1 })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const before = [await contentOf('profiles'), await contentOf('tickets')];
        const undos: string[] = [];
        for (const [noun, action, ids] of steps) {
          const { undo_id } = await bulk(ours.super_admin, noun, action, ids);
          if (undo_id) undos.push(undo_id);
        }
        for (const id of undos.reverse()) {
          const answer = (await undo(ours.super_admin, id)).json<Outcome>();
          expect(answer).toMatchObject({ refused_total: 0, refused: [] });
        }
        expect([await contentOf('profiles'), await contentOf('tickets')]).toEqual(before);
      }),
      { numRuns: 12 },
    );
  });

  test('what many people are taken back by stops once their organization changes nothing any more', async () => {
    const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    await query(
      `insert into profiles (organization_id, first_name, last_name, email, role)
       select $1, 'Quieta', 'Ruiz', 'quieta' || n || '@x.test', 'user' from generate_series(1, 210) n`,
      [organization_id],
    );
    const chosen = { filters: { search: 'quieta' }, total: 210 };
    const done = await send(boss, 'POST', '/api/users/bulk', { action: { type: 'deactivate' }, chosen });
    const { undo_id } = done.json<Bulk>();
    expect((await undo(boss, undo_id)).json()).toMatchObject({ left: 210 });
    const setStatus = (status: string) =>
      query('update organizations set subscription_status = $2 where id = $1', [organization_id, status]);
    const goOn = async () => {
      await takeUndoTurn(server.platform, undo_id!, Number.POSITIVE_INFINITY);
      return (await send(boss, 'GET', `/api/undos/${undo_id}`)).json<Outcome & { left: number }>();
    };
    await setStatus('canceled');
    expect(await goOn()).toMatchObject({ left: 0, undone: 0 });
    await setStatus('active');
    expect((await undo(boss, undo_id)).json()).toMatchObject({ left: 210 });
    expect(await goOn()).toMatchObject({ left: 0, undone: 210 });
  });

  test('whoever gets their role back is told of it, as of the role that is taken from them', async () => {
    const [person] = await colleagues(1);
    const { undo_id } = await bulk(ours.super_admin, 'users', { type: 'change_role', role: 'super_admin' }, [
      person!.id,
    ]);
    await undo(ours.super_admin, undo_id);
    const told = await query(
      `select organization_id, params ->> 'role' as role from notifications
       where profile_id = $1 and event = 'security.role_changed' order by id`,
      [person!.id],
    );
    expect(told).toEqual([
      { organization_id: null, role: 'super_admin' },
      { organization_id: ours.organization.id, role: 'user' },
    ]);
  });

  test('many people are taken back by a job in parts, which goes on with another server, and as long as one may', async () => {
    const boss = await server.makePerson({ role: 'admin', organization_id: ours.organization.id });
    await query(
      `insert into profiles (organization_id, first_name, last_name, email, role)
       select $1, 'Muchos', 'Ruiz', 'muchos' || n || '@x.test', 'user' from generate_series(1, 450) n`,
      [ours.organization.id],
    );
    const before = await contentOf('profiles');
    const chosen = { filters: { search: 'muchos' }, total: 450 };
    // So many are changed by a job too.
    const { transfer_id: undo_id } = (
      await send(boss, 'POST', '/api/users/bulk', { action: { type: 'deactivate' }, chosen })
    ).json<Bulk>();
    await takeTurn(server.platform, undo_id!);
    const progress = async () => (await send(boss, 'GET', `/api/undos/${undo_id}`)).json<Outcome>();
    const begun = { left: 450, undone: 0, refused_total: 0, refused: [] };
    expect((await undo(boss, undo_id)).json()).toEqual(begun);
    expect((await undo(boss, undo_id)).json()).toEqual(begun);
    // S4
    const demote = (role: string) => query('update profiles set role = $2 where id = $1', [boss.id, role]);
    await demote('user');
    await takeUndoTurn(server.platform, undo_id!, 0);
    await demote('admin');
    expect(await progress()).toEqual({ ...begun, left: 0 });
    // A person who began it and left the organization does not keep others from taking it back.
    const move = (to: { organization: { id: string } }) =>
      query('update profiles set organization_id = $2 where id = $1', [boss.id, to.organization.id]);
    await undo(boss, undo_id);
    await move(theirs);
    await takeUndoTurn(server.platform, undo_id!, 0);
    await move(ours);
    expect(await progress()).toEqual({ ...begun, left: 0 });
    // What an API key began ends with the key.
    const made = await send(boss, 'POST', '/api/profile/api-keys', {
      name: 'Integración',
      scopes: ['changes:write', 'users:write'],
      expires_in_days: 30,
    });
    const { key, token } = made.json<{ key: { id: string }; token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    const byKey = await server.app.inject({
      method: 'POST',
      url: `/api/undos/${undo_id}`,
      payload: {},
      headers,
    });
    expect(byKey.json()).toEqual(begun);
    await send(boss, 'DELETE', `/api/profile/api-keys/${key.id}`);
    await takeUndoTurn(server.platform, undo_id!, 0);
    expect(await progress()).toEqual({ ...begun, left: 0 });
    await undo(boss, undo_id);
    await takeUndoTurn(server.platform, undo_id!, 0);
    expect(await progress()).toEqual({ ...begun, left: 250, undone: 200 });
    const [one] = await query(
      `select object_id as id from undo_items where undo_id = $1 and outcome is null limit 1`,
      [undo_id],
    );
    await send(ours.admin, 'PATCH', `/api/users/${one.id}`, { version: 2, first_name: 'Otra' });
    await takeUndoTurn(server.platform, undo_id!);
    expect(await progress()).toMatchObject({ left: 0, undone: 449, refused_total: 1 });
    expect((await undo(boss, undo_id)).json()).toMatchObject({ code: 'undo.done' });
    expect((await send(theirs.admin, 'GET', `/api/undos/${undo_id}`)).statusCode).toBe(404);
    expect((await send(ours.user, 'GET', `/api/undos/${undo_id}`)).statusCode).toBe(403);
    expect((await send(null, 'GET', `/api/undos/${undo_id}`)).statusCode).toBe(401);
    const others = (rows: { row: { id: string } }[]) => rows.filter(({ row }) => row.id !== one.id);
    expect(others(await contentOf('profiles'))).toEqual(others(before));
  });

  test('every route: 401, 403, and 404 for another organization', async () => {
    const [person] = await colleagues(1);
    const { undo_id } = await bulk(ours.admin, 'users', { type: 'deactivate' }, [person!.id]);
    expect((await undo(null, undo_id)).statusCode).toBe(401);
    expect((await undo(ours.user, undo_id)).statusCode).toBe(403);
    // T2
    expect((await undo(theirs.admin, undo_id)).json()).toMatchObject({ code: 'object.not_found' });
    expect((await undo(ours.admin, undo_id)).json()).toEqual({
      left: 0,
      undone: 1,
      refused_total: 0,
      refused: [],
    });
    expect((await undo(ours.admin, undo_id)).json()).toMatchObject({ code: 'undo.done' });
  });

  test('whoever changed since stays, with the reason', async () => {
    const [left, changed] = await colleagues(2);
    const { undo_id } = await bulk(ours.admin, 'users', { type: 'deactivate' }, [left!.id, changed!.id]);
    await send(ours.admin, 'PATCH', `/api/users/${changed!.id}`, { version: 2, first_name: 'Otra' });
    expect((await undo(ours.admin, undo_id)).json()).toEqual({
      left: 0,
      undone: 1,
      refused_total: 1,
      refused: [{ id: changed!.id, name: expect.stringContaining('Otra'), code: 'object.stale' }],
    });
  });

  // I3
  test('takes no more seats than there are, and keeps the last super_admin', async () => {
    const { id: organization_id } = await server.makeOrganization({ max_users: 3 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    const two = await Promise.all([1, 2].map(() => server.makePerson({ organization_id })));
    const { undo_id } = await bulk(
      boss,
      'users',
      { type: 'deactivate' },
      two.map(({ id }) => id),
    );
    await server.makePerson({ organization_id });
    const answer = (await undo(boss, undo_id)).json<Outcome>();
    expect(answer).toMatchObject({
      undone: 1,
      refused_total: 1,
      refused: [{ code: 'organization.seats_full' }],
    });
    const [promoted] = await colleagues(1);
    const promotion = await bulk(ours.super_admin, 'users', { type: 'change_role', role: 'super_admin' }, [
      promoted!.id,
    ]);
    await query(`update profiles set is_active = false where role = 'super_admin' and id <> $1`, [
      promoted!.id,
    ]);
    // T11
    expect((await undo(promoted!, promotion.undo_id)).json<Outcome>().refused[0]?.code).toBe(
      'user.self_forbidden',
    );
    await query(`update profiles set is_active = true where id = $1`, [ours.super_admin.id]);
  });

  test('what went to the bin one by one comes back exactly by its toast, which its audit entry offers too and links both ways', async () => {
    const [person] = await colleagues(1);
    const [ticket] = await openTickets(1);
    const organization = await server.makeOrganization();
    await server.makePerson({ organization_id: organization.id });
    const everything = () =>
      Promise.all((['profiles', 'tickets', 'organizations'] as const).map((table) => contentOf(table)));
    const before = await everything();
    const remove = async (noun: string, id: string, body?: object) =>
      (await send(ours.super_admin, 'DELETE', `/api/${noun}s/${id}`, body)).json<{ undo_id: string }>()
        .undo_id;
    const body = { confirm_name: organization.name, people: 'deactivate' };
    const removed = [
      [person!.id, 'user', await remove('user', person!.id)],
      [ticket!, 'ticket', await remove('ticket', ticket!)],
      [organization.id, 'organization', await remove('organization', organization.id, body)],
    ] as const;
    for (const [object, noun, undo_id] of removed) {
      const entry = await entryOf(ours.super_admin, object, `${noun}.deleted`);
      expect(entry.undo).toMatchObject({ id: undo_id, state: 'available', items: 1, undone_entry_id: null });
      expect((await undo(ours.super_admin, entry.undo!.id)).json()).toMatchObject({ undone: 1 });
      const after = await entryOf(ours.super_admin, object, `${noun}.deleted`);
      expect(after.undo).toMatchObject({ state: 'done', undone_entry_id: expect.any(String) });
      const undone = (
        await send(ours.super_admin, 'GET', `/api/audit/${after.undo!.undone_entry_id}`)
      ).json();
      expect(undone).toMatchObject({ undoes_entry_id: entry.id, object_id: object });
    }
    expect(await everything()).toEqual(before);
  });

  test('access that the form of one person has taken comes back, by what it answers and by the audit log', async () => {
    const [person] = await colleagues(1);
    const save = (values: object) => send(ours.admin, 'PATCH', `/api/users/${person!.id}`, values);
    const renamed = await save({ version: 1, first_name: 'Otra' });
    expect(renamed.json()).toMatchObject({ undo_id: null });
    const before = await contentOf('profiles');
    const ended = (await save({ version: 2, is_active: false })).json<{ undo_id: string }>();
    const entry = await entryOf(ours.admin, person!.id, 'user.updated');
    expect(entry.undo).toMatchObject({ id: ended.undo_id, state: 'available' });
    expect((await undo(ours.admin, ended.undo_id)).json()).toMatchObject({ undone: 1 });
    expect(await contentOf('profiles')).toEqual(before);
  });

  test('taking people out of the bin is undone too: they are in it since when they were', async () => {
    const people = (await colleagues(2)).map(({ id }) => id);
    await bulk(ours.admin, 'users', { type: 'delete' }, people);
    const before = await contentOf('profiles');
    const { undo_id } = await bulk(ours.admin, 'users', { type: 'restore' }, people);
    expect((await undo(ours.admin, undo_id)).json()).toMatchObject({ undone: 2, refused_total: 0 });
    expect(await contentOf('profiles')).toEqual(before);
  });

  test('an admin does not see how to undo what a super_admin did, nor after 30 days', async () => {
    const [person] = await colleagues(1);
    const theirsToUndo = await bulk(ours.super_admin, 'users', { type: 'deactivate' }, [person!.id]);
    expect((await undo(ours.admin, theirsToUndo.undo_id)).statusCode).toBe(404);
    expect((await entryOf(ours.admin, person!.id, 'user.deactivated')).undo).toBeNull();
    await query(`update undos set expires_at = now() - interval '1 second' where id = $1`, [
      theirsToUndo.undo_id,
    ]);
    expect((await undo(ours.super_admin, theirsToUndo.undo_id)).json()).toMatchObject({
      code: 'undo.expired',
    });
    await purgeUndos(server.platform);
    expect((await undo(ours.super_admin, theirsToUndo.undo_id)).statusCode).toBe(404);
  });

  test.each([-40, 40])(
    'the thirty days are those of the database, also where the clock of the process is %i days off',
    async (days) => {
      const off = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
      const [person, other] = await colleagues(2);
      const deactivate = ({ id }: { id: string }) => bulk(ours.admin, 'users', { type: 'deactivate' }, [id]);
      try {
        const { undo_id: before } = await deactivate(person!);
        off();
        expect((await undo(ours.admin, before)).json()).toMatchObject({ undone: 1 });
        const { undo_id: meanwhile } = await deactivate(other!);
        const { undo_id: over } = await deactivate(person!);
        await query(`update undos set expires_at = now() - interval '1 second' where id = $1`, [over]);
        expect((await undo(ours.admin, over)).json()).toMatchObject({ code: 'undo.expired' });
        vi.useRealTimers();
        expect((await undo(ours.admin, meanwhile)).json()).toMatchObject({ undone: 1 });
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test('undoing an activation ends the sessions that it had allowed', async () => {
    const [person] = await colleagues(1, { is_active: false });
    const { undo_id } = await bulk(ours.admin, 'users', { type: 'activate' }, [person!.id]);
    const cookie = await server.signIn(person!.email);
    expect((await server.send({ url: '/api/session', cookie })).json()).toMatchObject({
      session: { profile: { id: person!.id } },
    });
    await undo(ours.admin, undo_id);
    expect(
      (
        await query(
          'select 1 from auth.session s join profiles p on p.user_id = s."userId" where p.id = $1',
          [person!.id],
        )
      ).length,
    ).toBe(0);
  });
});

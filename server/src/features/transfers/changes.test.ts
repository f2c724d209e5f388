import type { Import } from '@atalaya/contract/imports';
import type { Transfer, TransferDetail } from '@atalaya/contract/transfers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../platform/testing/database.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { fingerprint } from '../../platform/testing/fingerprint.ts';
import { waitForLockWaits } from '../../platform/testing/lock-waits.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { takeUndoTurn } from '../undo/undo-run.service.ts';
import { verifyAudit } from '../audit/verify.service.ts';
import { takeTurn } from './transfers.jobs.ts';

type Person = { id: string; cookie: string };
type Bulk = { changed: number; undo_id: string | null; transfer_id: string | null };
type Crowd = { organization_id: string; boss: Person; tag: string; total: number };

/** More than one part of the work. */
const MANY = 1_250;

describe('a change of many', () => {
  let database: TestDatabase;
  let server: TestServer;
  let superior: Person;
  beforeAll(async () => {
    database = await openTestDatabase(8);
    server = await startTestServer({ database });
    superior = await server.makePerson({ role: 'super_admin' });
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const holders: pg.Client[] = [];
  afterEach(() => Promise.all(holders.splice(0).map((client) => client.end())));

  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;
  const send = (by: Person | null, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
    server.send({ method, url, ...(by ? { cookie: by.cookie } : {}), ...(payload ? { payload } : {}) });
  const read = async (by: Person, id: string) =>
    (await send(by, 'GET', `/api/transfers/${id}`)).json<TransferDetail>();

  /** An organization of its own, with an admin and people each of whom has an account and a session. */
  async function makeCrowd(total = MANY): Promise<Crowd> {
    const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
    const boss = await server.makePerson({ role: 'admin', organization_id });
    const tag = `tropel${unique()}`;
    await query(
      `with accounts as (
         insert into auth."user" ("name", "email", "emailVerified")
         select n::text, n || '-' || $2 || '@x.test', true from generate_series(1, $3::int) n returning "id", "email"),
       sessions as (
         insert into auth."session" ("userId", "token", "expiresAt", "createdAt", "updatedAt")
         select "id", "id"::text, now() + interval '1 day', now(), now() from accounts)
       insert into profiles (user_id, organization_id, first_name, last_name, email, role)
       select "id", $1, 'Ana', $2, "email", 'user' from accounts`,
      [organization_id, tag, total],
    );
    return { organization_id, boss, tag, total };
  }
  const ask = ({ organization_id, boss, tag, total }: Crowd, action: object, by = boss, more: object = {}) =>
    send(by, 'POST', '/api/users/bulk', {
      action,
      chosen: { filters: { organization_id, search: tag }, total },
      ...more,
    });
  const begin = async (crowd: Crowd, action: object = { type: 'deactivate' }, by = crowd.boss) => {
    const answer = (await ask(crowd, action, by)).json<Bulk>();
    expect(answer).toMatchObject({ changed: 0, undo_id: null, transfer_id: expect.any(String) });
    return answer.transfer_id as string;
  };
  const countOf = async ({ tag }: Crowd, condition: string) => {
    const [row] = await query(
      `select count(*)::int as n from profiles where last_name = $1 and ${condition}`,
      [tag],
    );
    return row.n as number;
  };

  /** Holds the session of the last person of a crowd: a change that ends it waits there, with most of its work done. */
  async function lockLast({ tag }: Crowd) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    holders.push(client);
    await client.query('begin');
    await client.query(
      `select from auth."session" where "userId" =
         (select user_id from profiles where last_name = $1 order by id desc limit 1) for update`,
      [tag],
    );
    return () => client.query('rollback');
  }

  test('above three hundred is a job, which its author sees in their list and can undo', async () => {
    const crowd = await makeCrowd();
    const before = await countOf(crowd, 'is_active');
    const id = await begin(crowd);
    expect(await read(crowd.boss, id)).toMatchObject({
      kind: 'change',
      resource: 'users',
      action: 'deactivate',
      state: 'queued',
      total: MANY,
      can_undo: false,
    });
    expect(await countOf(crowd, 'is_active')).toBe(before);
    await takeTurn(server.platform, id);
    const done = { state: 'done', processed: MANY, total: MANY, applied: MANY, invalid: 0, can_undo: true };
    expect(await read(crowd.boss, id)).toMatchObject({ ...done, refused: null });
    const list = (await send(crowd.boss, 'GET', '/api/transfers')).json<{ items: Transfer[] }>();
    expect(list.items).toMatchObject([{ id, ...done }]);
    expect(await countOf(crowd, 'not is_active and version = 2')).toBe(MANY);
    const audited = await query(
      `select count(*)::int as entries, count(distinct object_id)::int as people,
         count(distinct request_id)::int as requests
       from audit_log where action = 'user.deactivated' and organization_id = $1`,
      [crowd.organization_id],
    );
    expect(audited).toEqual([{ entries: MANY, people: MANY, requests: 1 }]);
    expect((await send(crowd.boss, 'POST', `/api/undos/${id}`, {})).json()).toMatchObject({ left: MANY });
    await expect(verifyAudit(database)).resolves.toMatchObject({ problems: [] });
  });

  // T13
  test('that some may not have changes nothing and says who; without those it goes on when asked', async () => {
    const crowd = await makeCrowd(400);
    // Themselves, and a person whom they may not see when it comes to it.
    await query(`update profiles set last_name = $2 where id = $1`, [crowd.boss.id, crowd.tag]);
    const whole = { ...crowd, total: 401 };
    const before = await countOf(crowd, 'is_active');
    const id = await begin(whole);
    await takeTurn(server.platform, id);
    const failed = await read(crowd.boss, id);
    expect(failed).toMatchObject({
      state: 'failed',
      problem: 'user.self_forbidden',
      applied: 0,
      refused: { total: 1, rows: [{ id: crowd.boss.id, code: 'user.self_forbidden' }] },
    });
    expect(await countOf(crowd, 'is_active')).toBe(before);
    const answer = await ask(whole, { type: 'deactivate' }, crowd.boss, { skip_refused: true });
    const { transfer_id } = answer.json<Bulk>();
    await takeTurn(server.platform, transfer_id!);
    expect(await read(crowd.boss, transfer_id!)).toMatchObject({ state: 'done', applied: 400, invalid: 1 });
    expect(await countOf(crowd, 'is_active')).toBe(1);
  });

  test('that more match by now than were confirmed is refused', async () => {
    const crowd = await makeCrowd(400);
    expect((await ask({ ...crowd, total: 399 }, { type: 'activate' })).json()).toMatchObject({
      code: 'object.stale',
      params: { total: 400 },
    });
    const id = await begin(crowd);
    await server.makePerson({ organization_id: crowd.organization_id, last_name: crowd.tag });
    await takeTurn(server.platform, id);
    expect(await read(crowd.boss, id)).toMatchObject({
      state: 'failed',
      problem: 'object.stale',
      refused: null,
    });
    expect(await countOf(crowd, 'is_active')).toBe(401);
  });

  // T13
  test('that is canceled midway leaves nothing of what it had done', async () => {
    const crowd = await makeCrowd();
    const letGo = await lockLast(crowd);
    const id = await begin(crowd);
    const turn = takeTurn(server.platform, id);
    await waitForLockWaits(database, 1);
    await expect.poll(() => read(crowd.boss, id)).toMatchObject({ state: 'running', processed: 1_000 });
    const canceled = await send(crowd.boss, 'POST', `/api/transfers/${id}/cancel`, {});
    expect(canceled.json()).toMatchObject({ state: 'canceled' });
    // What it has done so far is in its transaction alone.
    const before = await fingerprint(database);
    await letGo();
    await turn;
    expect(await fingerprint(database)).toBe(before);
    expect(await read(crowd.boss, id)).toMatchObject({ state: 'canceled', applied: 0, can_undo: false });
    expect((await send(crowd.boss, 'POST', `/api/undos/${id}`, {})).statusCode).toBe(404);
  });

  // S4
  test.each([
    ['lost the role', `update profiles set role = 'user' where id = $1`, 'session.forbidden'],
    [
      'left the organization',
      'update profiles set organization_id = null where id = $1',
      'session.forbidden',
    ],
    ['was deactivated', 'update profiles set is_active = false where id = $1', 'session.forbidden'],
    [
      'may only read',
      `update organizations set subscription_status = 'canceled'
       where id = (select organization_id from profiles where id = $1)`,
      'organization.read_only',
    ],
  ])('whose author %s is not carried out', async (_what, sql, problem) => {
    const crowd = await makeCrowd(301);
    const id = await begin(crowd);
    await query(sql, [crowd.boss.id]);
    await takeTurn(server.platform, id);
    expect(await query('select state, problem from transfers where id = $1', [id])).toEqual([
      { state: 'failed', problem },
    ]);
    expect(await countOf(crowd, 'is_active')).toBe(301);
  });

  test('is carried out once by two processes that have its job', async () => {
    const crowd = await makeCrowd();
    const letGo = await lockLast(crowd);
    const id = await begin(crowd);
    const first = takeTurn(server.platform, id);
    await waitForLockWaits(database, 1);
    // The other leaves at once, and comes back later in case the first has died.
    await takeTurn(server.platform, id);
    expect(await jobsOf('change', id)).toBe(1);
    await letGo();
    await first;
    await takeTurn(server.platform, id);
    expect(await countOf(crowd, 'not is_active and version = 2')).toBe(MANY);
    expect(await read(crowd.boss, id)).toMatchObject({ state: 'done', applied: MANY });
  });

  test('lets everybody read, other organizations change, and other work of its own wait', async () => {
    const crowd = await makeCrowd();
    const other = await makeCrowd(310);
    const letGo = await lockLast(crowd);
    const id = await begin(crowd, { type: 'deactivate' }, superior);
    const turn = takeTurn(server.platform, id);
    await waitForLockWaits(database, 1);
    const list = await send(crowd.boss, 'GET', `/api/users?search=${crowd.tag}`);
    expect(list.json()).toMatchObject({ total: MANY });
    expect((await send(other.boss, 'GET', '/api/users')).statusCode).toBe(200);
    // Not of its own organization: another super_admin does not wait for it either.
    const colleague = await server.makePerson({ role: 'super_admin' });
    const change = { version: 1, role: 'admin' };
    for (const by of [other.boss, colleague]) {
      const { id: person } = await server.makePerson({ organization_id: other.organization_id });
      expect((await send(by, 'PATCH', `/api/users/${person}`, change)).statusCode).toBe(200);
    }
    const theirs = await begin(other);
    await takeTurn(server.platform, theirs);
    expect(await read(other.boss, theirs)).toMatchObject({ state: 'done', applied: 310 });
    const mine = await begin(crowd, { type: 'activate' });
    await takeTurn(server.platform, mine);
    expect(await read(crowd.boss, mine)).toMatchObject({ state: 'queued', processed: 0 });
    await letGo();
    await turn;
    await takeTurn(server.platform, mine);
    expect(await read(crowd.boss, mine)).toMatchObject({ state: 'done', applied: MANY });
    expect(await countOf(crowd, 'is_active and version = 3')).toBe(MANY);
  });

  /** As other work of an organization does, in some process. */
  async function lockPlace({ organization_id }: Crowd) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    holders.push(client);
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('atalaya.heavy'), hashtext($1))`, [
      organization_id,
    ]);
    return () => client.query('rollback');
  }
  const jobsOf = async (queue: string, id: string) => {
    const [row] = await query(
      `select count(*)::int as jobs from jobs.job where name = $1 and data ->> 'id' = $2
         and start_after > created_on`,
      [queue, id],
    );
    return row.jobs as number;
  };

  test('that goes on in an organization is waited for by its imports, and by what is taken back there', async () => {
    const crowd = await makeCrowd(310);
    const undone = await begin(crowd);
    await takeTurn(server.platform, undone);
    await send(crowd.boss, 'POST', `/api/undos/${undone}`, {});
    const n = unique();
    const file = `nombre,apellidos,email\r\nAna,${n},${n}@x.test`;
    const imported = await server.send({
      method: 'POST',
      url: '/api/imports?resource=users',
      cookie: crowd.boss.cookie,
      headers: { 'content-type': 'multipart/form-data; boundary=limite' },
      payload: `--limite\r\ncontent-disposition: form-data; name="file"; filename="gente.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--limite--\r\n`,
    });
    const { id, mapping } = imported.json<Import>();
    await send(crowd.boss, 'POST', `/api/imports/${id}/check`, { mapping });
    await takeTurn(server.platform, id);
    await send(crowd.boss, 'POST', `/api/imports/${id}/apply`, { send_links: false });
    const letGo = await lockPlace(crowd);
    await takeTurn(server.platform, id);
    await takeUndoTurn(server.platform, undone);
    expect([await jobsOf('transfer', id), await jobsOf('undo', undone)]).toEqual([1, 1]);
    expect(await read(crowd.boss, id)).toMatchObject({ state: 'queued', applied: 0 });
    expect(await countOf(crowd, 'is_active')).toBe(0);
    await letGo();
    await takeTurn(server.platform, id);
    await takeUndoTurn(server.platform, undone, Number.POSITIVE_INFINITY);
    expect(await read(crowd.boss, id)).toMatchObject({ state: 'done', applied: 1 });
    expect(await countOf(crowd, 'is_active')).toBe(310);
  });
});

import type { Plan } from '@atalaya/contract/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingDay } from '../../platform/testing/billing-day.ts';
import { waitForLockWaits } from '../../platform/testing/lock-waits.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { carryOutMoves } from './plan-moves.service.ts';

describe('moving the subscribers of a plan', () => {
  let server: TestServer;
  let cookie: string;

  beforeAll(async () => {
    server = await startTestServer();
    ({ cookie } = await server.makePerson({ role: 'super_admin' }));
  });
  afterAll(() => server.close());

  const run = <T extends object>(text: string, values: unknown[] = []) =>
    server.database.pool.query<T>(text, values).then((result) => result.rows);

  /** A plan at 19 dollars with ten seats, `count` organizations on it, and a move of them to 29 and two seats. */
  async function planMove(count: number, on: string) {
    const made = await server.send({
      method: 'POST',
      url: '/api/plans',
      cookie,
      payload: { name: `Plan ${unique()}`, price_cents: 1900, description: 'Uno', max_users: 10 },
    });
    const plan = made.json<Plan>();
    const rows = await run<{ id: string }>(
      `insert into organizations (name, slug, plan_type, subscription_status, max_users)
       select 'Empresa', $1 || '-' || n, $1, 'active', 10 from generate_series(1, $2::int) n returning id`,
      [plan.key, count],
    );
    const change = () =>
      server.send({
        method: 'PATCH',
        url: `/api/plans/${plan.id}`,
        cookie,
        payload: { version: 1, price_cents: 2900, max_users: 2, subscribers: { type: 'move', on } },
      });
    return { plan, ids: rows.map((row) => row.id), change };
  }
  const comesDue = (plan: Plan) =>
    run(`update plan_moves set due_on = billing_today() where plan_id = $1`, [plan.id]);
  const onVersion = async (plan: Plan, number: number) => {
    const [row] = await run<{ people: number }>(
      `select count(*)::int as people from organizations o join plan_versions v on v.id = o.plan_version_id
       where o.plan_type = $1 and v.number = $2 and o.max_users = v.max_users`,
      [plan.key, number],
    );
    return row!.people;
  };
  const movedRows = async (ids: string[]) =>
    (
      await run<{ count: number }>(
        `select count(*)::int as count from audit_log
         where action = 'organization.plan_version_changed' and organization_id = any($1::uuid[])`,
        [ids],
      )
    )[0]!.count;

  test('waits for its day, is done once however often the job runs, and leaves whoever is over the limit', async () => {
    const { plan, ids, change } = await planMove(3, billingDay(30));
    for (let made = 0; made < 3; made++) await server.makePerson({ organization_id: ids[0]! });
    expect((await change()).json<Plan>().move).toEqual({ on: billingDay(30), version_number: 2 });
    expect(await carryOutMoves(server.platform)).toBe(0);
    expect(await onVersion(plan, 1)).toBe(3);
    await comesDue(plan);
    const moved = await Promise.all([carryOutMoves(server.platform), carryOutMoves(server.platform)]);
    expect(moved.reduce((sum, each) => sum + each)).toBe(2);
    expect(await carryOutMoves(server.platform)).toBe(0);
    expect([await onVersion(plan, 1), await onVersion(plan, 2)]).toEqual([1, 2]);
    expect(await movedRows(ids)).toBe(2);
    const told = await run(
      `select after from audit_log where action = 'plan.subscribers_moved' and object_id = $1`,
      [plan.id],
    );
    expect(told).toEqual([{ after: { version_number: 2, moved: 2, kept: 1 } }]);
  });

  test('goes on where it was stopped, past one batch', async () => {
    const { plan, ids, change } = await planMove(1_003, billingDay(30));
    await change();
    await comesDue(plan);
    // The second batch fails once, as a database that goes away would make it.
    await run(`create function fail_second_batch() returns trigger language plpgsql as $$
      begin
        if old.after_organization_id is not null then raise exception 'gone'; end if;
        return new;
      end $$`);
    await run(`create trigger fail_second_batch before update on plan_moves
      for each row execute function fail_second_batch()`);
    await expect(carryOutMoves(server.platform)).rejects.toThrow('gone');
    expect(await onVersion(plan, 2)).toBe(500);
    await run('drop trigger fail_second_batch on plan_moves');
    expect(await carryOutMoves(server.platform)).toBe(503);
    expect([await onVersion(plan, 2), await movedRows(ids)]).toEqual([1_003, 1_003]);
  });

  test('today is done at once, by whoever decided it', async () => {
    const { plan, ids, change } = await planMove(2, billingDay(0));
    expect((await change()).json()).toMatchObject({ move: null, on_older_versions: 0, subscribers: 2 });
    expect(await onVersion(plan, 2)).toBe(2);
    const authors = await run<{ actor_email: string | null }>(
      `select distinct actor_email from audit_log where organization_id = any($1::uuid[])`,
      [ids],
    );
    expect(authors.map((row) => row.actor_email)).toEqual([expect.stringContaining('@')]);
  });

  test('taken back, or replaced by a later decision, it is not done', async () => {
    const { plan, change } = await planMove(2, billingDay(30));
    await change();
    const url = `/api/plans/${plan.id}`;
    expect((await server.send({ method: 'DELETE', url: `${url}/move`, cookie })).statusCode).toBe(204);
    await comesDue(plan);
    expect(await carryOutMoves(server.platform)).toBe(0);
    const later = (price_cents: number, version: number, subscribers: object) =>
      server.send({ method: 'PATCH', url, cookie, payload: { version, price_cents, subscribers } });
    await later(3900, 2, { type: 'move', on: billingDay(20) });
    await later(4900, 3, { type: 'keep' });
    await comesDue(plan);
    expect(await carryOutMoves(server.platform)).toBe(0);
    expect(await onVersion(plan, 1)).toBe(2);
  });

  test('a newcomer and an archiving at the same moment: nobody is left on an archived plan', async () => {
    const { plan } = await planMove(1, billingDay(30));
    const { plan: destination } = await planMove(0, billingDay(30));
    const slugs = Array.from({ length: 8 }, () => `nueva-${unique()}`);
    await Promise.allSettled([
      ...slugs.map((slug) =>
        run('insert into organizations (name, slug, plan_type) values ($1, $1, $2)', [slug, plan.key]),
      ),
      server.send({
        method: 'DELETE',
        url: `/api/plans/${plan.id}`,
        cookie,
        payload: { version: 1, move_to: destination.id },
      }),
    ]);
    const left = await run(
      `select 1 from organizations o join plans p on p.key = o.plan_type
       where p.id = $1 and p.archived_at is not null`,
      [plan.id],
    );
    expect(left).toEqual([]);
  });

  test('one that goes to the bin while the move waits for its lock is not moved', async () => {
    const { plan, ids, change } = await planMove(2, billingDay(1));
    await change();
    await comesDue(plan);
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query('update organizations set deleted_at = now() where id = $1', [ids[0]]);
    const moved = carryOutMoves(server.platform);
    await waitForLockWaits(server.database, 1);
    await client.query('commit');
    client.release();
    await moved;
    expect(await movedRows(ids.slice(0, 1))).toBe(0);
    expect(await movedRows(ids.slice(1))).toBe(1);
  });
});

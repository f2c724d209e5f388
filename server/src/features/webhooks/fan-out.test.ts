import { randomUUID } from 'node:crypto';
import { fullEventSchema, thinEventSchema } from '@atalaya/contract/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOWHERE } from '../../platform/core/actor.ts';
import { THE_SERVER, recordChange, recordChanges } from '../../platform/records/audit.ts';
import { fanOut } from './fan-out.service.ts';
import { openScene } from './testing/scene.ts';
import type { Scene } from './testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

/** A path of its own for each test. */
const fresh = () => `/ok/${randomUUID()}`;
const typesAt = (path: string) => scene.receiver.of(path).map(({ event }) => event.type);

// WH2
test('what was committed is told once, to endpoints that were there, and what was rolled back never', async () => {
  const { change, server, worker, receiver, ours } = scene;
  await change({ action: 'user.deleted' });
  const path = fresh();
  await scene.add(path, { nouns: ['user'] });
  await change();
  await server.database
    .withSystem('a change that fails', async (db) => {
      await recordChange(db, THE_SERVER, {
        action: 'user.purged',
        object_type: 'user',
        object_id: null,
        organization_id: ours.organization.id,
      });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await change({ action: 'ticket.updated', object_type: 'ticket' });
  await worker.runDue();
  await worker.runDue();
  const [received] = receiver.of(path);
  expect(typesAt(path)).toEqual(['user.updated']);
  expect(thinEventSchema.strict().parse(received?.event)).toMatchObject({
    object: { type: 'user', id: ours.user.id },
    organization_id: ours.organization.id,
    actor: { kind: 'server', id: null },
    changed: ['phone'],
  });
  expect(received?.headers['webhook-id']).toBe(received?.event.id);
});

// WH2, WH3
test('of parallel changes of one object all are told by two processes, each once, with a rising order', async () => {
  const { server, ours, receiver } = scene;
  const path = fresh();
  await scene.add(path, { nouns: ['user'], payload: 'full' });
  const chain = ours.organization.id;
  const changeUnderLock = () =>
    server.database.withSystem('a change under a lock', async (db) => {
      const { version } = await db
        .updateTable('profiles')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', ours.user.id)
        .returning('version')
        .executeTakeFirstOrThrow();
      await recordChange(db, THE_SERVER, {
        action: 'user.updated',
        object_type: 'user',
        object_id: ours.user.id,
        organization_id: chain,
        after: { version },
      });
    });
  const half = 30;
  const several = () => Promise.all(Array.from({ length: half }, changeUnderLock));
  await several();
  // While another transaction holds the first lane these are sealed in the second.
  const client = await server.database.pool.connect();
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(hashtextextended('audit ' || $1, 0))`, [chain]);
  await several();
  await client.query('rollback');
  client.release();
  await several();
  const changes = 3 * half;
  await Promise.all([scene.worker.runDue(), scene.other.runDue()]);
  await scene.worker.runDue();
  const events = receiver.of(path).map(({ event }) => fullEventSchema.parse(event));
  expect(new Set(events.map(({ id }) => id)).size).toBe(changes);
  expect(events).toHaveLength(changes);
  const inOrder = events.toSorted((one, next) => one.order - next.order);
  const versions = inOrder.map(({ after }) => (after as { version: number }).version);
  expect(versions).toEqual(versions.toSorted((one, next) => one - next));
  expect(new Set(inOrder.map(({ order }) => order)).size).toBe(changes);
  const lanes = await scene.query('select lane from audit_heads where chain = $1', [chain]);
  expect(lanes.length).toBeGreaterThan(1);
});

// WH4
test('an endpoint hears of its own organization alone, as that reads of its log; one of the system of all', async () => {
  const { change, worker, ours, theirs, receiver } = scene;
  const [our, their, all] = [fresh(), fresh(), fresh()];
  await scene.add(our, { payload: 'full' });
  await scene.add(their, {}, 'theirs');
  await scene.add(all, {}, 'system');
  const support = {
    actor: {
      profile_id: ours.super_admin.id,
      email: ours.super_admin.email,
      role: 'super_admin',
    },
    origin: NOWHERE,
  } as unknown as Parameters<typeof change>[1];
  await change({ action: 'ticket.noted', object_type: 'ticket' });
  await change({ action: 'ticket.updated', object_type: 'ticket' }, support);
  await change({ action: 'plan.updated', object_type: 'plan', object_id: null, organization_id: null });
  await change({ organization_id: theirs.organization.id, object_id: theirs.user.id });
  await worker.runDue();
  const told = (path: string) => typesAt(path).filter((type) => !type.startsWith('webhook.'));
  expect(told(our)).toEqual(['ticket.updated']);
  expect(told(their)).toEqual(['user.updated']);
  expect(told(all).sort()).toEqual(['plan.updated', 'ticket.updated', 'user.updated']);
  const actorsAt = (path: string) =>
    receiver
      .of(path)
      .map(({ event }) => thinEventSchema.parse(event))
      .filter(({ type }) => type === 'ticket.updated')
      .map(({ actor }) => actor.kind);
  expect([actorsAt(our), actorsAt(all)]).toEqual([['support'], ['person']]);
  expect(JSON.stringify(receiver.of(our))).not.toContain(ours.super_admin.email);
});

// WH5
test('what is paused is told once it goes on, and everything since a moment is told again with the same ids', async () => {
  const { change, worker, server, ours } = scene;
  const path = fresh();
  const { item } = await scene.add(path, { nouns: ['user'] });
  const patch = (payload: object) =>
    server.send({ method: 'PATCH', url: `/api/webhooks/${item.id}`, cookie: ours.admin.cookie, payload });
  await patch({ version: 1, is_on: false });
  await change();
  await worker.runDue();
  expect(typesAt(path)).toEqual([]);
  await patch({ version: 2, is_on: true });
  await worker.runDue();
  expect(typesAt(path)).toEqual(['user.updated']);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const again = await server.send({
    method: 'POST',
    url: `/api/webhooks/${item.id}/resend`,
    cookie: ours.admin.cookie,
    payload: { what: 'all', since },
  });
  expect([again.statusCode, again.json()]).toEqual([202, { queued: null }]);
  await worker.runDue();
  const ids = scene.receiver.of(path).map(({ event }) => event.id);
  const entries = await scene.query<{ id: string }>(
    `select id from audit_log where organization_id = $1 and action like 'user.%'`,
    [ours.organization.id],
  );
  expect(new Set(ids)).toEqual(new Set(entries.map(({ id }) => id)));
  expect(ids.filter((id) => id === ids[0])).toHaveLength(2);
  await worker.runDue();
  expect(scene.receiver.of(path)).toHaveLength(ids.length);
});

// WH2
test('more than waits at once for one endpoint stays in the log, and is told by and by', async () => {
  const { worker, server, ours, query } = scene;
  const path = `/fails/${randomUUID()}`;
  const { item } = await scene.add(path, { nouns: ['plan'] });
  const changes = Array.from({ length: 2_600 }, () => ({
    action: 'plan.updated',
    object_type: 'plan',
    object_id: null,
    organization_id: ours.organization.id,
  }));
  await server.database.withSystem('many changes', (db) => recordChanges(db, THE_SERVER, changes));
  await query(`update webhook_endpoints set failing_since = now() where id = $1`, [item.id]);
  const count = async () =>
    (
      await query<{ count: number }>(
        'select count(*)::int as count from webhook_deliveries where endpoint_id = $1',
        [item.id],
      )
    )[0]?.count;
  const tellAll = async () => {
    for (let isTold = true; isTold;) isTold = await fanOut(server.platform);
  };
  await tellAll();
  const waiting = await count();
  expect(waiting).toBeGreaterThanOrEqual(2_000);
  // A page that has been begun is told whole.
  expect(waiting).toBeLessThan(2_500);
  await query(`update webhook_deliveries set state = 'delivered' where endpoint_id = $1`, [item.id]);
  await tellAll();
  expect(await count()).toBe(2_600);
  await query('delete from webhook_endpoints where id = $1', [item.id]);
  await worker.runDue();
});

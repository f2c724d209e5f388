import { randomUUID } from 'node:crypto';
import type { Anchor } from '@atalaya/contract/audit';
import type { AuditStream } from '@atalaya/contract/audit-streams';
import { STREAMS_MAX } from '@atalaya/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOWHERE } from '../../platform/core/actor.ts';
import { THE_SERVER, recordChange, recordChanges } from '../../platform/records/audit.ts';
import { isAsSigned } from '../../platform/signing/signed-json.ts';
import { makeAnchors } from '../audit/anchors.service.ts';
import { openStreamWorker } from './audit-streams.worker.ts';
import type { EntryRecord } from './record.ts';
import { openScene } from './testing/scene.ts';
import type { Scene } from './testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.query('delete from audit_streams');
});

/** A path of its own for each test. */
const fresh = () => `/ndjson/${randomUUID()}`;
const takenAt = (path: string) => scene.sinks.taken(path) as unknown as EntryRecord[];
const actionsAt = (path: string) => takenAt(path).map(({ action }) => action);
/** Without what the streams of the test themselves leave in the log. */
const changesAt = (path: string) => actionsAt(path).filter((action) => !action.startsWith('audit_stream.'));
const secondsLeft = ({ next_try_at }: AuditStream) => (Date.parse(next_try_at ?? '') - Date.now()) / 1000;

// SIEM1
test('what commits from then on is sent once, in its order, and what was rolled back never', async () => {
  const { change, server, worker, ours } = scene;
  await change({ action: 'user.deleted' });
  const path = fresh();
  await scene.addPlain(path);
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
  expect(actionsAt(path)).toEqual(['audit_stream.created', 'user.updated', 'ticket.updated']);
  const orders = takenAt(path).map(({ order }) => order);
  expect(orders).toEqual(orders.toSorted((one, next) => one - next));
});

// SIEM1
test('the cursor moves on once the sink has taken a batch, and not before', async () => {
  const { change, worker, sinks } = scene;
  const path = fresh();
  const stream = await scene.addPlain(path);
  sinks.answers(path, { status: 503, body: 'busy' });
  await change();
  await worker.runDue();
  const failing = await scene.read(stream);
  expect(failing).toMatchObject({ problem: 'status', status: 503, answer: 'busy', waiting: 2 });
  expect(failing.failing_since).not.toBeNull();
  sinks.answers(path, null);
  await worker.runDue();
  expect(takenAt(path)).toEqual([]);
  await scene.due(stream);
  await worker.runDue();
  expect(changesAt(path)).toEqual(['user.updated']);
  expect(await scene.read(stream)).toMatchObject({
    problem: null,
    failing_since: null,
    waiting: 0,
    oldest_at: null,
  });
  const bodies = sinks.came.filter((one) => one.path === path).map(({ body }) => body);
  expect(bodies[0]).toBe(bodies[1]);
});

// SIEM2
test('a sink gets of its own organization alone what its audit log shows; one of the system all', async () => {
  const { change, worker, ours, theirs } = scene;
  const [our, their, all] = [fresh(), fresh(), fresh()];
  await scene.addPlain(our);
  await scene.addPlain(their, {}, 'theirs');
  await scene.addPlain(all, {}, 'system');
  const support = {
    actor: { profile_id: ours.super_admin.id, email: ours.super_admin.email, role: 'super_admin' },
    origin: { ...NOWHERE, ip_address: '198.51.100.7', user_agent: 'Support/1' },
  } as unknown as Parameters<typeof change>[1];
  await change({ action: 'ticket.noted', object_type: 'ticket' });
  await change({ action: 'ticket.updated', object_type: 'ticket' }, support);
  await change({ action: 'plan.updated', object_type: 'plan', object_id: null, organization_id: null });
  await change({ organization_id: theirs.organization.id, object_id: theirs.user.id });
  await worker.runDue();
  expect(changesAt(our)).toEqual(['ticket.updated']);
  expect(changesAt(their)).toEqual(['user.updated']);
  expect(changesAt(all).toSorted()).toEqual([
    'plan.updated',
    'ticket.noted',
    'ticket.updated',
    'user.updated',
  ]);
  const bySupport = (path: string) => takenAt(path).find(({ action }) => action === 'ticket.updated');
  expect(bySupport(our)).toMatchObject({
    actor: { id: ours.super_admin.id, email: null },
    ip_address: null,
    user_agent: null,
  });
  expect(bySupport(all)).toMatchObject({
    actor: { email: ours.super_admin.email },
    ip_address: '198.51.100.7',
    user_agent: 'Support/1',
  });
});

// SIEM3
test('each record has its place in the chain: the hash that the log has, which goes on from the one before', async () => {
  const { change, worker, query, ours } = scene;
  const path = fresh();
  await scene.addPlain(path, { start: { from: 'beginning' } });
  for (let nth = 0; nth < 4; nth++) await change({ after: { nth } });
  await worker.runDue();
  const seals = await query<{
    audit_id: string;
    lane: number;
    position: number;
    hash: Buffer;
    action: string;
  }>(
    `select s.audit_id, s.lane, s.position::int, s.hash, a.action from audit_seals s join audit_log a on a.id = s.audit_id
     where s.chain = $1 order by s.lane, s.position`,
    [ours.organization.id],
  );
  const records = new Map(takenAt(path).map((record) => [record.id, record]));
  expect(seals.length).toBeGreaterThan(4);
  for (const { audit_id, lane, position, hash, action } of seals) {
    // What the organization does not see is a gap, over which the hashes go on.
    if (action === 'ticket.noted') continue;
    const before = seals.find((one) => one.lane === lane && one.position === position - 1);
    expect(records.get(audit_id)?.chain).toEqual({
      name: ours.organization.id,
      lane,
      position,
      hash: hash.toString('hex'),
      previous_hash: before ? before.hash.toString('hex') : null,
    });
  }
});

// SIEM4
test('of parallel changes, in several lanes, two processes send each once', async () => {
  const { server, ours, worker, other } = scene;
  const path = fresh();
  await scene.addPlain(path);
  const client = await server.database.pool.connect();
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(hashtextextended('audit ' || $1, 0))`, [
    ours.organization.id,
  ]);
  // One after the other: of many at once some would wait for the lane that is held.
  for (let nth = 0; nth < 30; nth++) await scene.change({ after: { nth } });
  await client.query('rollback');
  client.release();
  await Promise.all(Array.from({ length: 30 }, (_, nth) => scene.change({ after: { nth } })));
  await Promise.all([worker.runDue(), other.runDue()]);
  const ids = takenAt(path).map(({ id }) => id);
  expect(changesAt(path)).toHaveLength(60);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(takenAt(path).map(({ chain }) => chain.lane)).size).toBeGreaterThan(1);
});

// SIEM4
test('what a process had taken as it died is sent by another one once its lease is over', async () => {
  const { worker, other, query } = scene;
  const path = fresh();
  const stream = await scene.addPlain(path);
  await query(
    `update audit_streams set turn = turn + 1, due_at = now() + interval '1 minute' where id = $1`,
    [stream.id],
  );
  await worker.runDue();
  expect(takenAt(path)).toEqual([]);
  await scene.due(stream);
  await other.runDue();
  expect(actionsAt(path)).toEqual(['audit_stream.created']);
});

// SIEM5
test('tries go on with growing pauses, as long as they take; Retry-After is obeyed', async () => {
  const { worker, sinks, query } = scene;
  const path = fresh();
  const stream = await scene.addPlain(path);
  sinks.answers(path, { status: 500 });
  for (const seconds of [15, 30, 60, 120, 300, 600, 900, 900, 900]) {
    await scene.due(stream);
    await worker.runDue();
    const left = secondsLeft(await scene.read(stream));
    expect(left).toBeGreaterThan(seconds * 0.9 - 10);
    expect(left).toBeLessThan(seconds * 1.1 + 1);
  }
  sinks.answers(path, { status: 429, headers: { 'retry-after': '7200' } });
  await scene.due(stream);
  await worker.runDue();
  expect(secondsLeft(await scene.read(stream))).toBeGreaterThan(7_000);
  const [{ tries } = { tries: 0 }] = await query<{ tries: number }>(
    'select count(*)::int as tries from audit_stream_batches where stream_id = $1',
    [stream.id],
  );
  expect(tries).toBe(10);
});

// SIEM5
test.each([
  [{ status: 302, headers: { location: '/ndjson/inside' } }, 'redirect'],
  [{ status: 401 }, 'status'],
  ['nothing' as const, 'timeout'],
])('%j is not taken: %s', async (answer, problem) => {
  const { worker, sinks } = scene;
  const path = fresh();
  const stream = await scene.addPlain(path);
  sinks.answers(path, answer);
  await worker.runDue();
  expect(await scene.read(stream)).toMatchObject({ problem, waiting: 1 });
  expect(takenAt('/ndjson/inside')).toEqual([]);
});

// SIEM6
test('sinks that hang hold up none that answers', async () => {
  const { sinks } = scene;
  const hanging = Array.from({ length: STREAMS_MAX }, fresh);
  for (const path of hanging) {
    sinks.answers(path, 'nothing');
    await scene.addPlain(path);
  }
  const quick = fresh();
  await scene.addPlain(quick, {}, 'theirs');
  const patient = openStreamWorker(scene.server.platform);
  patient.start();
  await expect.poll(() => actionsAt(quick), { timeout: 20_000 }).toEqual(['audit_stream.created']);
  await patient.stop();
  for (const path of hanging) expect(takenAt(path)).toEqual([]);
});

// SIEM7
test('it begins at the beginning, at a moment or now, and again where a person says so', async () => {
  const { change, worker, query, server, ours } = scene;
  await change({ action: 'user.activated' });
  const [{ now } = { now: '' }] = await query<{ now: string }>('select clock_timestamp()::text as now');
  await change({ action: 'user.deactivated' });
  const [beginning, since, from_now] = [fresh(), fresh(), fresh()];
  await scene.addPlain(beginning, { start: { from: 'beginning' } });
  await scene.addPlain(since, { start: { from: 'since', since: new Date(now).toISOString() } });
  const stream = await scene.addPlain(from_now);
  await worker.runDue();
  expect(changesAt(beginning)).toContain('user.activated');
  expect(changesAt(since)).toEqual(['user.deactivated']);
  expect(changesAt(from_now)).toEqual([]);
  const restart = async (payload: object) => {
    const url = `/api/audit-streams/${stream.id}/backfill`;
    const answer = await server.send({ method: 'POST', url, cookie: ours.admin.cookie, payload });
    expect(answer.statusCode).toBe(200);
    await worker.runDue();
  };
  await restart({ from: 'since', since: new Date(now).toISOString() });
  expect(changesAt(from_now)).toEqual(['user.deactivated']);
  await restart({ from: 'now' });
  expect(changesAt(from_now)).toEqual(['user.deactivated']);
  expect(actionsAt(from_now).at(-1)).toBe('audit_stream.restarted');
});

// SIEM7
test('many entries go in batches of bounded size, and nothing is left', async () => {
  const { server, ours, worker, sinks } = scene;
  const path = fresh();
  await scene.addPlain(path);
  const long = 'x'.repeat(40_000);
  await server.database.withSystem('many changes for a test', (db) =>
    recordChanges(
      db,
      THE_SERVER,
      Array.from({ length: 1_200 }, (_, nth) => ({
        action: 'user.updated',
        object_type: 'user',
        object_id: ours.user.id,
        organization_id: ours.organization.id,
        after: nth < 50 ? { long, nth } : { nth },
      })),
    ),
  );
  await worker.runDue();
  expect(new Set(takenAt(path).map(({ id }) => id)).size).toBe(1_201);
  const sizes = sinks.came.filter((one) => one.path === path).map(({ body }) => body.length);
  expect(Math.max(...sizes)).toBeLessThan(1024 * 1024 + 10_000);
  expect(sizes.length).toBeGreaterThan(3);
});

// SIEM7
test('one that is paused is sent, on again, what happened meanwhile', async () => {
  const { change, worker, server, ours } = scene;
  const path = fresh();
  const stream = await scene.addPlain(path);
  await worker.runDue();
  const set = async (is_on: boolean) => {
    const { version } = await scene.read(stream);
    const url = `/api/audit-streams/${stream.id}`;
    const payload = { version, is_on };
    await server.send({ method: 'PATCH', url, cookie: ours.admin.cookie, payload });
  };
  await set(false);
  await change();
  await worker.runDue();
  expect(changesAt(path)).toEqual([]);
  await set(true);
  await worker.runDue();
  expect(changesAt(path)).toEqual(['user.updated']);
});

// SIEM14
test('with another AUTH_SECRET nothing is sent, and the stream says that its secrets are to be given anew', async () => {
  const { query, worker, sinks } = scene;
  const path = fresh();
  const stream = await scene.addPlain(path);
  await query(`update audit_streams set sealed_secrets = '\\x00' where id = $1`, [stream.id]);
  await worker.runDue();
  expect(await scene.read(stream)).toMatchObject({ problem: 'secret' });
  expect(sinks.came.filter((one) => one.path === path)).toEqual([]);
});

// SIEM18
test('an anchor follows the entries that it is about, into each sink once; one that begins now gets none of before', async () => {
  const { change, worker, server, ours } = scene;
  await change();
  await makeAnchors(server.platform);
  const [path, all, ocsf] = [fresh(), fresh(), fresh()];
  await scene.addPlain(path);
  await scene.addPlain(all, {}, 'system');
  await scene.addPlain(ocsf, { shape: 'ocsf' }, 'theirs');
  await change({ organization_id: scene.theirs.organization.id });
  await change();
  await makeAnchors(server.platform);
  await worker.runDue();
  await worker.runDue();
  const anchorsAt = (where: string) =>
    (scene.sinks.taken(where) as unknown as Anchor[]).filter(({ kind }) => kind === 'anchor');
  const [anchor, ...others] = anchorsAt(path);
  expect(others).toEqual([]);
  expect(anchor).toMatchObject({ chain: ours.organization.id });
  expect(isAsSigned(anchor!)).toBe(true);
  const hash = anchor!.lanes[0]!.hash;
  expect(
    takenAt(path)
      .slice(0, -1)
      .some(({ chain }) => chain.hash === hash),
  ).toBe(true);
  expect(takenAt(path).at(-1)?.kind).toBe('anchor');
  expect(new Set(anchorsAt(all).map(({ chain }) => chain))).toEqual(
    new Set([ours.organization.id, scene.theirs.organization.id, 'system']),
  );
  const classes = scene.sinks.taken(ocsf) as unknown as { unmapped: { anchor?: Anchor } }[];
  const inOcsf = classes.flatMap(({ unmapped }) => unmapped.anchor ?? []);
  expect(inOcsf.map(({ chain }) => chain)).toEqual([scene.theirs.organization.id]);
  expect(isAsSigned(inOcsf[0]!)).toBe(true);
});

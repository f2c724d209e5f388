import { randomUUID } from 'node:crypto';
import type { AuditStream } from '@atalaya/contract/audit-streams';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkAlarms } from './alarms.service.ts';
import { openScene } from './testing/scene.ts';
import type { Scene } from './testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.query('delete from audit_streams');
  await scene.query('delete from notifications');
  await scene.query('delete from mail.queue');
});

const check = () => checkAlarms(scene.server.platform);
const fresh = () => `/ndjson/${randomUUID()}`;
/** Who was told what, on the screen and by mail. */
const told = async () => ({
  bell: await scene.query<{ event: string; profile_id: string }>(
    `select event, profile_id from notifications where event like '%audit_stream%' order by created_at, profile_id`,
  ),
  mails: (await scene.query('select 1 from mail.queue')).length,
});
const eventsTold = async () =>
  (await told()).bell.map(({ event }) => event.replace('security.audit_stream_', ''));

async function failing(path: string): Promise<AuditStream> {
  const stream = await scene.addPlain(path);
  scene.sinks.answers(path, { status: 500 });
  await scene.worker.runDue();
  return stream;
}
const failSince = (stream: AuditStream, minutes: number) =>
  scene.query(`update audit_streams set failing_since = now() - make_interval(mins => $2) where id = $1`, [
    stream.id,
    minutes,
  ]);

// SIEM12
test('after 15 minutes of failing its admins are told, once, by bell and mail, and when it is over', async () => {
  const path = fresh();
  const stream = await failing(path);
  await failSince(stream, 14);
  await check();
  expect(await told()).toEqual({ bell: [], mails: 0 });
  await failSince(stream, 16);
  await Promise.all([check(), check()]);
  await check();
  expect(await told()).toMatchObject({
    bell: [{ event: 'security.audit_stream_behind', profile_id: scene.ours.admin.id }],
    mails: 1,
  });
  expect((await scene.read(stream)).alarmed_at).not.toBeNull();
  scene.sinks.answers(path, null);
  await scene.due(stream);
  await scene.worker.runDue();
  await check();
  await check();
  expect(await eventsTold()).toEqual(['behind', 'caught_up']);
  expect((await told()).mails).toBe(2);
  expect((await scene.read(stream)).alarmed_at).toBeNull();
});

// SIEM12
test('what waits for more than 15 minutes is told as well, but what is sent again from long ago is no lag', async () => {
  const stream = await scene.addPlain(fresh());
  const begunAgo = (minutes: number) =>
    scene.query(`update audit_streams set begun_at = now() - make_interval(mins => $2) where id = $1`, [
      stream.id,
      minutes,
    ]);
  await begunAgo(60);
  await check();
  expect(await eventsTold()).toEqual([]);
  // As where no process has sent for an hour: the entry that waits is from then.
  await scene.query(`alter table audit_log disable trigger user`);
  await scene.query(
    `update audit_log set created_at = now() - interval '20 minutes' where action = 'audit_stream.created' and object_id = $1`,
    [stream.id],
  );
  await scene.query(`alter table audit_log enable trigger user`);
  await begunAgo(10);
  await check();
  expect(await eventsTold()).toEqual([]);
  await begunAgo(60);
  await check();
  expect(await eventsTold()).toEqual(['behind']);
});

// SIEM12
test('one that is paused is behind nothing', async () => {
  const { server, ours, read } = scene;
  const stream = await failing(fresh());
  await failSince(stream, 30);
  await check();
  const { version } = await read(stream);
  const url = `/api/audit-streams/${stream.id}`;
  const payload = { version, is_on: false };
  await server.send({ method: 'PATCH', url, cookie: ours.admin.cookie, payload });
  await check();
  expect(await eventsTold()).toEqual(['behind']);
  expect(await read(stream)).toMatchObject({ alarmed_at: null, failing_since: null });
});

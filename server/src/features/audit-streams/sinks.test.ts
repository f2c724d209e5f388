import { createHmac, createPublicKey, randomUUID, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSigner } from '../../platform/signing/signing-keys.ts';
import { TOKEN } from './testing/fake-sinks.ts';
import { openScene } from './testing/scene.ts';
import type { Scene } from './testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(() => scene.sinks.refuses(null));

const COLLECTOR = '/services/collector/event';
const splunk = (values = {}) => ({
  kind: 'splunk',
  url: scene.sinks.url,
  index: 'seguridad',
  source_type: '',
  token: TOKEN,
  ...values,
});
const elastic = (index: string, values = {}) => ({
  kind: 'elastic',
  url: `${scene.sinks.url}/`,
  index,
  auth: 'api_key',
  username: '',
  api_key: TOKEN,
  ...values,
});
const actions = (records: Iterable<{ action?: string }>) => [...records].map(({ action }) => action);

// SIEM8
test('any address gets NDJSON with its token, signed as a webhook is', async () => {
  const { sinks, worker, change, server } = scene;
  const path = `/ndjson/${randomUUID()}`;
  await scene.add({
    kind: 'https',
    url: `${sinks.url}${path}`,
    auth: 'header',
    header: 'X-Api-Key',
    token: TOKEN,
    signing_key: 'a key of the test',
  });
  await change();
  await worker.runDue();
  const [one] = sinks.came.filter((each) => each.path === path);
  expect(one?.headers).toMatchObject({ 'x-api-key': TOKEN, 'content-type': 'application/x-ndjson' });
  expect(actions(sinks.taken(path))).toEqual(['audit_stream.created', 'user.updated']);
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': said } = one!.headers;
  const content = `${String(id)}.${String(timestamp)}.${one!.body}`;
  const [symmetric = '', asymmetric = ''] = String(said).split(' ');
  expect(symmetric).toBe(`v1,${createHmac('sha256', 'a key of the test').update(content).digest('base64')}`);
  const { public_key } = await openSigner(server.platform);
  const key = createPublicKey({ key: public_key, format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(content), key, Buffer.from(asymmetric.slice(4), 'base64'))).toBe(true);
});

// SIEM8
test('Splunk’s collector gets events with their time, and has taken them where it answers with the code 0', async () => {
  const { sinks, worker, change } = scene;
  const stream = await scene.add(splunk());
  await change();
  await worker.runDue();
  const [one] = sinks.came.filter((each) => each.path === COLLECTOR);
  const [first = ''] = one!.body.split('\n');
  expect(JSON.parse(first)).toMatchObject({
    time: expect.any(Number),
    source: 'atalaya',
    sourcetype: 'atalaya:audit',
    index: 'seguridad',
    event: { action: 'audit_stream.created' },
  });
  expect(actions(sinks.taken(COLLECTOR))).toEqual(['audit_stream.created', 'user.updated']);
  sinks.answers(COLLECTOR, { status: 200, body: '{"text":"Server is busy","code":9}' });
  await change();
  await worker.runDue();
  sinks.answers(COLLECTOR, null);
  expect(await scene.read(stream)).toMatchObject({ problem: 'status', waiting: 1 });
});

// SIEM8, SIEM14
test('what a sink says of a wrong token is shown without the token', async () => {
  const { worker } = scene;
  const stream = await scene.add(splunk({ token: 'one that is wrong' }));
  await worker.runDue();
  expect(await scene.read(stream)).toMatchObject({
    problem: 'status',
    status: 403,
    answer: '{"text":"Invalid token Splunk …","code":4}',
  });
});

// SIEM8
test('Elasticsearch gets documents under the ids of the entries: sent again, each is there once', async () => {
  const { sinks, worker, change, query } = scene;
  const stream = await scene.add(elastic('audit-1'));
  await change();
  await worker.runDue();
  const documents = sinks.documents('audit-1');
  expect(actions(documents.values())).toEqual(['audit_stream.created', 'user.updated']);
  for (const [id, document] of documents) {
    expect(document.id).toBe(id);
    expect(document['@timestamp']).toBe(document['at']);
  }
  await query('delete from audit_stream_cursors where stream_id = $1', [stream.id]);
  const before = documents.size;
  await worker.runDue();
  expect(await scene.read(stream)).toMatchObject({ problem: null, waiting: 0 });
  const entries = await query('select 1 from audit_log where organization_id = $1', [stream.organization_id]);
  expect(documents.size).toBe(entries.length);
  expect(documents.size).toBeGreaterThan(before);
  const basic = { auth: 'basic', username: 'atalaya', password: TOKEN, api_key: '' };
  await scene.add(elastic('audit-2', basic));
  await worker.runDue();
  expect(actions(sinks.documents('audit-2').values())).toEqual(['audit_stream.created']);
});

const REFUSED_BY = {
  elastic: {
    problem: 'refused',
    status: 400,
    answer: 'document_parsing_exception: failed to parse field [after]',
  },
  splunk: { problem: 'refused', status: 400 },
  https: { problem: 'refused', status: 400, answer: 'one of them is wrong' },
} as const;

// SIEM9
test.each(Object.keys(REFUSED_BY) as (keyof typeof REFUSED_BY)[])(
  'a record that %s never takes is found among others and waited for, until a person passes over it, audited',
  async (kind) => {
    const { sinks, worker, change, server, ours, query } = scene;
    const index = `refusing-${kind}`;
    const path = kind === 'splunk' ? COLLECTOR : `/ndjson/${index}`;
    const sink = {
      elastic: elastic(index),
      splunk: splunk(),
      https: { kind, url: `${sinks.url}${path}`, auth: 'none', header: '' },
    }[kind];
    const stream = await scene.add(sink);
    const taken = () =>
      new Set(actions(kind === 'elastic' ? sinks.documents(index).values() : sinks.taken(path)));
    await worker.runDue();
    sinks.refuses('ticket.closed');
    for (let nth = 0; nth < 7; nth++) await change();
    await change({ action: 'ticket.closed', object_type: 'ticket' });
    await change({ action: 'ticket.reopened', object_type: 'ticket' });
    await worker.runDue();
    const [wrong] = await query<{ id: string }>(
      `select id from audit_log where action = 'ticket.closed' order by id desc limit 1`,
    );
    const refused = await scene.read(stream);
    expect(refused).toMatchObject({ ...REFUSED_BY[kind], refused_id: wrong?.id });
    // Elasticsearch takes those that come after it.
    expect(taken().has('ticket.reopened')).toBe(kind === 'elastic');
    const post = (payload: object) =>
      server.send({
        method: 'POST',
        url: `/api/audit-streams/${stream.id}/pass-over`,
        cookie: ours.admin.cookie,
        payload,
      });
    const another = await post({ entry_id: ours.user.id });
    expect([another.statusCode, another.json()]).toMatchObject([409, { code: 'audit_stream.not_refused' }]);
    expect((await post({ entry_id: wrong?.id })).statusCode).toBe(200);
    await worker.runDue();
    expect(await scene.read(stream)).toMatchObject({ problem: null, refused_id: null, waiting: 0 });
    expect(taken()).toContain('ticket.reopened');
    expect(taken()).toContain('audit_stream.passed_over');
    expect(taken()).not.toContain('ticket.closed');
    const noted = await query<{ after: { entry_id: string } }>(
      `select after from audit_log where action = 'audit_stream.passed_over' and object_id = $1`,
      [stream.id],
    );
    expect(noted.map(({ after }) => after.entry_id)).toEqual([wrong?.id]);
  },
);

// SIEM9
test('what is refused waits no longer once the sink takes it', async () => {
  const { sinks, worker, change } = scene;
  const stream = await scene.add(elastic('mended'));
  sinks.refuses('ticket.closed');
  await change({ action: 'ticket.closed', object_type: 'ticket' });
  await worker.runDue();
  expect((await scene.read(stream)).refused_id).not.toBeNull();
  sinks.refuses(null);
  await scene.due(stream);
  await worker.runDue();
  expect(await scene.read(stream)).toMatchObject({ problem: null, refused_id: null, waiting: 0 });
  expect(actions(sinks.documents('mended').values())).toContain('ticket.closed');
});

// SIEM10
test.each([
  ['https://169.254.169.254/latest', 400],
  ['http://siem.example.com/', 400],
  ['https://user:password@siem.example.com/', 400],
  ['ni una dirección', 400],
])('%s is no address of a sink', async (url, status) => {
  const { server, ours } = scene;
  const payload = { name: 'SIEM', sink: splunk({ url }) };
  const answer = await server.send({
    method: 'POST',
    url: '/api/audit-streams',
    cookie: ours.admin.cookie,
    payload,
  });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
    status,
    'audit_stream.address_refused',
  ]);
});

// SIEM10
test('a name that leads inside is asked nothing', async () => {
  const { query, worker } = scene;
  const stream = await scene.add(splunk());
  await query(`update audit_streams set sink = sink || '{"url": "https://localhost:9/"}' where id = $1`, [
    stream.id,
  ]);
  await worker.runDue();
  expect(await scene.read(stream)).toMatchObject({ problem: 'address' });
});

// SIEM8
test('a test sends one record that says so, and tells what the sink answered', async () => {
  const { sinks, server, ours } = scene;
  const stream = await scene.add(elastic('tested'));
  const ask = async () => {
    const url = `/api/audit-streams/${stream.id}/test`;
    return (await server.send({ method: 'POST', url, cookie: ours.admin.cookie, payload: {} })).json();
  };
  expect(await ask()).toMatchObject({ problem: null, status: 200 });
  expect([...sinks.documents('tested').values()]).toMatchObject([
    { kind: 'test', organization_id: ours.organization.id },
  ]);
  sinks.answers('/tested/_bulk', { status: 503, body: 'closed for the night' });
  expect(await ask()).toMatchObject({ problem: 'status', status: 503, answer: 'closed for the night' });
});

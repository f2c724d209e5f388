import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AwsClient, AwsV4Signer } from 'aws4fetch';
import { openTestBucket } from '../../platform/testing/s3.ts';
import type { TestBucket } from '../../platform/testing/s3.ts';
import { openTestDatabase } from '../../platform/testing/database.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import type { Written } from './record.ts';
import { openOutside, sendTo } from './send-batch.ts';

let bucket: TestBucket;
let server: TestServer;
let endpoint: string;
beforeAll(async () => {
  bucket = await openTestBucket();
  endpoint = bucket.env['S3_ENDPOINT'] ?? '';
  const database = await openTestDatabase(4);
  server = await startTestServer({ database, env: { OUTBOUND_ALLOWED_HOSTS: new URL(endpoint).host } });
});
afterAll(async () => {
  await server.close();
  await bucket.close();
});

const ID = '01a20448-1303-7000-9218-9846b8ddfe66';
const written = (nth: number, text = `{"nth":${nth}}`): Written => ({
  id: ID,
  at: new Date(Date.UTC(2026, 2, 5)),
  order: nth,
  text,
  shortened: () => text,
});

async function send(
  records: Written[],
  { access_key_id = 'S3RVER', url = `${endpoint}/`, from = server } = {},
) {
  const sink = {
    kind: 's3',
    url,
    region: 'eu-west-1',
    bucket: 'atalaya',
    prefix: '/auditoría/norte/',
    access_key_id,
  } as const;
  const outside = await openOutside(from.platform, new AbortController().signal, 5_000);
  return sendTo(sink, { secrets: { secret_access_key: 'S3RVER' }, batch: { id: 'x', records }, outside });
}

async function objects(): Promise<Record<string, string>> {
  const client = new AwsClient({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', service: 's3' });
  const list = await (
    await client.fetch(`${endpoint}/atalaya?prefix=${encodeURIComponent('auditoría/')}`)
  ).text();
  const keys = [...list.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
  const read = async (key: string) => {
    const path = key.split('/').map(encodeURIComponent).join('/');
    return [key, await (await client.fetch(`${endpoint}/atalaya/${path}`)).text()] as const;
  };
  return Object.fromEntries(await Promise.all(keys.map(read)));
}

// SIEM17
test('a batch is an object of NDJSON below its day, named by its first record: sent again, it takes its own place', async () => {
  expect(await send([written(7), written(8, '{"nombre":"Ñandú"}')])).toMatchObject({
    problem: null,
    status: 200,
  });
  expect(await send([written(7), written(8, '{"nombre":"Ñandú"}'), written(9)])).toMatchObject({
    problem: null,
  });
  expect(await objects()).toEqual({
    [`auditoría/norte/2026/03/05/0000000000000007-${ID}.ndjson`]:
      '{"nth":7}\n{"nombre":"Ñandú"}\n{"nth":9}\n',
  });
});

// SIEM17
test('with a key that the server does not know nothing is taken', async () => {
  // The server ends the connection with its answer, which may be lost then.
  const said = await send([written(100)], { access_key_id: 'UNKNOWN' });
  expect(said.problem).toMatch(/^(status|connection)$/);
  expect(Object.keys(await objects())).toHaveLength(1);
});

// SIEM17
test('what arrives is what was signed: its address, host, moment and type', async () => {
  const came: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const other = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      came.push({ path: request.url ?? '', headers: request.headers, body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  const allowed = await startTestServer({ env: { OUTBOUND_ALLOWED_HOSTS: host } });
  const said = await send([written(7)], { url: `http://${host}`, from: allowed });
  expect(said).toMatchObject({ problem: null });
  const [{ path, headers, body } = { path: '', headers: {} as IncomingHttpHeaders, body: '' }] = came;
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: `http://${host}${path}`,
    headers: { 'content-type': 'application/x-ndjson' },
    body,
    service: 's3',
    region: 'eu-west-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    datetime: String(headers['x-amz-date']),
  });
  const signed = await signer.sign();
  expect(headers.authorization).toBe(signed.headers.get('authorization'));
  await allowed.close();
  await new Promise((resolve) => other.close(resolve));
});

import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { ATTACHMENTS_MAX } from '@atalaya/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../testing/server.ts';
import type { TestServer } from '../testing/server.ts';
import { takingTurns } from '../core/turns.ts';

const BOUNDARY = 'limite';
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
const BODY = `${HEAD}%PDF-1.7\n%%EOF\n\r\n--${BOUNDARY}--\r\n`;

let server: TestServer;
let port: number;
type Person = { cookie: string };
let people: Person[];
beforeAll(async () => {
  server = await startTestServer({ timeouts: { head: 10_000, whole: 60_000, check: 1_000, silence: 1_000 } });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
  const { id: organization_id } = await server.makeOrganization({ max_users: -1 });
  people = await Promise.all(Array.from({ length: 10 }, () => server.makePerson({ organization_id })));
});
afterAll(() => server.close());

const upload = ({ cookie }: Person) =>
  server.send({
    method: 'POST',
    url: '/api/ticket-files',
    cookie,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: BODY,
  });
/** Sends the beginning of a file, and then nothing. */
const stall = ({ cookie }: Person): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/ticket-files HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\nCookie: ${cookie}\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: 100000\r\n\r\n${HEAD}%PDF`,
  );
  return socket;
};

// P10
test('one person has as many uploads at once as a message has files; what is more is to come again', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(people[0]!)));
  const told = answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']]);
  expect(told.filter(([status]) => status === 201)).toHaveLength(ATTACHMENTS_MAX);
  expect(told.filter(([status, after]) => status === 503 && after === '5')).toHaveLength(3);
  expect((await upload(people[0]!)).statusCode).toBe(201);
});

// P10
test('who stops in the middle of a file loses their turn, and the others get theirs', async () => {
  let asked = 0;
  let ended = 0;
  server.app.server.on('request', () => (asked += 1));
  // More than have a turn at once.
  const ends = people.slice(1, 9).map(async (person) => {
    await text(stall(person)).catch(() => '');
    ended += 1;
  });
  await expect.poll(() => asked).toBe(8);
  expect((await upload(people[9]!)).statusCode).toBe(201);
  expect(ended).toBeGreaterThan(0);
  await Promise.all(ends);
});

// P10
test('so many are at work, so many wait, in their order; beyond that one is told to come again', async () => {
  const inTurn = takingTurns({ atOnce: 2, waiting: 2 });
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const all = gates.map(({ promise }, nth) =>
    inTurn(async () => {
      begun.push(nth);
      await promise;
      if (nth === 0) throw new Error('broken');
    }),
  );
  await expect(inTurn(async () => undefined)).rejects.toMatchObject({ code: 'server.unavailable' });
  expect(begun).toEqual([0, 1]);
  gates[0]!.resolve();
  await expect(all[0]).rejects.toThrow('broken');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { resolve } of gates) resolve();
  await Promise.all(all.slice(1));
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(await inTurn(async () => 'free')).toBe('free');
});

import type { ErrorBody } from '@atalaya/contract/errors';
import type { Import } from '@atalaya/contract/imports';
import type { StoredData } from '@atalaya/contract/settings';
import type { TicketAttachment } from '@atalaya/contract/ticket-messages';
import type { TicketDetail } from '@atalaya/contract/tickets';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepTicketFiles } from '../../features/tickets/tickets.jobs.ts';
import { sweepTransfers } from '../../features/transfers/transfers.jobs.ts';
import { startTestServer } from '../testing/server.ts';
import type { Cast, TestServer } from '../testing/server.ts';

const AT_ONCE = new Date('2999-01-01');
const BOUNDARY = 'limite';

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  // Two files of 450 kB have room, a third has not.
  server = await startTestServer({ env: { QUOTA_TICKET_FILES_MB: '1', QUOTA_IMPORTS_MB: '1' } });
});
beforeEach(async () => {
  cast = await server.makeCast();
});
afterAll(() => server.close());

type Person = { cookie: string };
const upload = (who: Person, url: string, bytes: Buffer) =>
  server.send({
    method: 'POST',
    url,
    cookie: who.cookie,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n`),
      Buffer.from('content-type: application/pdf\r\n\r\n'),
      bytes,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  });
const SIZE = 450_000;
const PDF = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(SIZE - 20, 0x20),
  Buffer.from('\n%%EOF\n'),
]);
const CSV = Buffer.from(`nombre,apellidos,email\n${'Ana,Sol,ana@x.test\n'.repeat(SIZE / 19)}`);
const file = (who: Person) => upload(who, '/api/ticket-files', PDF);
const rows = (who: Person) => upload(who, '/api/imports?resource=users', CSV);
const send = (who: Person, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  server.send({ method, url, cookie: who.cookie, ...(payload ? { payload } : {}) });
const stored = async (who: Person, query = '') =>
  (await send(who, 'GET', `/api/settings/stored${query}`)).json<StoredData>();
const files = async () => (await Array.fromAsync(server.platform.storage.list('ticket-files/'))).length;
const open = async (who: Person, attachments: string[] = []) =>
  (
    await send(who, 'POST', '/api/tickets', { title: 'Impresora', description: 'No va.', attachments })
  ).json<TicketDetail>();
const reply = (who: Person, id: string, visibility: 'public' | 'internal', attachments: string[]) =>
  send(who, 'POST', `/api/tickets/${id}/messages`, {
    body: 'Va esto',
    visibility,
    attachments,
    seen_message_id: null,
    confirm_answered: true,
  });

// P9
describe('files of tickets', () => {
  test('an organization keeps so much, sent or not, and is refused with a sentence that names the limit', async () => {
    const [first, second] = [(await file(cast.user)).json<TicketAttachment>(), await file(cast.admin)];
    expect(second.statusCode).toBe(201);
    await open(cast.user, [first.id]);
    const kept = await files();
    const third = await file(cast.user);
    expect([third.statusCode, third.json<ErrorBody>()]).toMatchObject([
      409,
      { code: 'attachment.quota_full', params: { max: 1 } },
    ]);
    expect(await files()).toBe(kept);
    expect((await stored(cast.admin)).ticket_files).toEqual({
      bytes: first.bytes + second.json<TicketAttachment>().bytes,
      max_bytes: 1_000_000,
    });
    const theirs = await server.makeCast();
    expect((await file(theirs.user)).statusCode).toBe(201);
  });

  test('what is taken back, swept or purged leaves room', async () => {
    const first = (await file(cast.user)).json<TicketAttachment>();
    const second = (await file(cast.user)).json<TicketAttachment>();
    await send(cast.user, 'DELETE', `/api/ticket-files/${first.id}`);
    const { id } = await open(cast.user, [second.id]);
    expect((await file(cast.user)).statusCode).toBe(201);
    expect((await file(cast.user)).statusCode).toBe(409);
    await sweepTicketFiles(server.platform, AT_ONCE);
    expect((await file(cast.user)).statusCode).toBe(201);
    expect((await file(cast.user)).statusCode).toBe(409);
    await send(cast.super_admin, 'DELETE', `/api/tickets/${id}`);
    await send(cast.super_admin, 'DELETE', `/api/bin/tickets/${id}`);
    expect((await file(cast.user)).statusCode).toBe(201);
  });

  test('two at once do not pass it together', async () => {
    expect((await file(cast.user)).statusCode).toBe(201);
    const answers = await Promise.all([file(cast.user), file(cast.admin), file(cast.user)]);
    expect(answers.map(({ statusCode }) => String(statusCode)).sort()).toEqual(['201', '409', '409']);
  });

  test('support is never refused; what its answers hold counts, what its notes hold is not told', async () => {
    const { id } = await open(cast.user);
    for (const visibility of ['internal', 'internal', 'internal', 'public'] as const) {
      const sent = (await file(cast.super_admin)).json<TicketAttachment>();
      expect((await reply(cast.super_admin, id, visibility, [sent.id])).statusCode).toBe(201);
      const { bytes } = (await stored(cast.admin)).ticket_files;
      expect(bytes).toBe(visibility === 'internal' ? 0 : sent.bytes);
    }
  });
});

// P9
describe('imports', () => {
  test('an organization keeps so much, until it expires', async () => {
    expect((await rows(cast.admin)).statusCode).toBe(201);
    const second = (await rows(cast.admin)).json<Import>();
    const third = await rows(cast.admin);
    expect([third.statusCode, third.json<ErrorBody>()]).toMatchObject([
      409,
      { code: 'import.quota_full', params: { max: 1 } },
    ]);
    expect((await stored(cast.admin)).imports).toEqual({ bytes: 2 * CSV.length, max_bytes: 1_000_000 });
    const { pool } = server.database;
    await pool.query(`update transfers set expires_at = now() - interval '1 second' where id = $1`, [
      second.id,
    ]);
    await sweepTransfers(server.platform);
    expect((await rows(cast.admin)).statusCode).toBe(201);
  });

  test('two at once do not pass it together', async () => {
    expect((await rows(cast.admin)).statusCode).toBe(201);
    const answers = await Promise.all([rows(cast.admin), rows(cast.admin)]);
    expect(answers.map(({ statusCode }) => String(statusCode)).sort()).toEqual(['201', '409']);
  });
});

// T2, T16
test('how much is kept is read of the own organization, by a super_admin of the one they choose', async () => {
  await file(cast.user);
  const theirs = await server.makeCast();
  const { id } = cast.organization;
  expect((await send(theirs.admin, 'GET', `/api/settings/stored?organization_id=${id}`)).statusCode).toBe(
    404,
  );
  expect((await stored(theirs.admin)).ticket_files.bytes).toBe(0);
  const own = await stored(cast.admin);
  expect(own.ticket_files.bytes).toBeGreaterThan(0);
  expect(await stored(cast.super_admin, `?organization_id=${id}`)).toEqual(own);
  expect((await send(cast.super_admin, 'GET', '/api/settings/stored')).json()).toMatchObject({
    code: 'request.invalid',
    fields: [{ field: 'query.organization_id', code: 'required' }],
  });
  expect((await send(cast.user, 'GET', '/api/settings/stored')).statusCode).toBe(403);
  expect((await server.send({ url: '/api/settings/stored' })).statusCode).toBe(401);
});

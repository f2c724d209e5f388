import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorBody } from '@atalaya/contract/errors';
import { ATTACHMENT_BYTES } from '@atalaya/contract/limits';
import type { TicketAttachment } from '@atalaya/contract/ticket-messages';
import type { TicketDetail } from '@atalaya/contract/tickets';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DOCUMENT, letter, workbook } from '../../../platform/testing/office-files.ts';
import { startOnStorage, storageDrivers } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { sweepTicketFiles } from '../tickets.jobs.ts';

const BOUNDARY = 'a-boundary-of-the-test';
const multipart = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const form = (bytes: Buffer, filename = 'captura.png', field = 'file') =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\n` +
        'content-type: application/pdf\r\n\r\n',
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
const AT_ONCE = new Date('2999-01-01');

describe.each(storageDrivers)('files of tickets on %s', (driver) => {
  let server: TestServer;
  let cast: Cast;
  let picture: Buffer;
  beforeAll(async () => {
    server = await startOnStorage(driver);
    cast = await server.makeCast();
    picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a6' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
  });
  afterAll(() => server.close());

  type Person = { cookie: string };
  const upload = (who: Person, payload: Buffer) =>
    server.send({
      method: 'POST',
      url: '/api/ticket-files',
      payload,
      headers: multipart,
      cookie: who.cookie,
    });
  const uploaded = async (who: Person, bytes = picture, name?: string) =>
    (await upload(who, form(bytes, name))).json<TicketAttachment>();
  const post = (who: Person, url: string, payload: object) =>
    server.send({ method: 'POST', url: `/api/tickets${url}`, payload, cookie: who.cookie });
  const open = async (values: object = {}) =>
    (
      await post(cast.user, '', { title: 'Impresora', description: 'No va.', ...values })
    ).json<TicketDetail>();
  const reply = (who: Person, id: string, values: object) =>
    post(who, `/${id}/messages`, {
      body: 'Va esto',
      seen_message_id: null,
      confirm_answered: true,
      ...values,
    });
  const read = (who: Person, ticket: string, file: string, query = '') =>
    server.send({ url: `/api/tickets/${ticket}/files/${file}${query}`, cookie: who.cookie });
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of server.platform.storage.list('ticket-files/')) keys.push(key);
    return keys.sort();
  };

  // U1, U4, U5
  test.each(['foto.jpg', '../../x.png', 'a%2f\u0001b.svg', '..\\..\\malo.html'])(
    'a picture named %j is drawn anew under a name of ours, and shown to who reads the ticket',
    async (name) => {
      const file = await uploaded(cast.user, picture, name);
      expect(file).toMatchObject({ type: 'image/webp', width: 900, height: 600 });
      expect(file.name).toMatch(/^[^/\\\u0001]+\.webp$/);
      const ticket = await open({ attachments: [file.id] });
      expect(ticket.attachments).toEqual([file]);
      for (const [query, width] of [
        ['', 900],
        ['?size=small', 480],
      ] as const) {
        const image = await read(cast.admin, ticket.id, file.id, query);
        expect(image.headers).toMatchObject({
          'content-type': 'image/webp',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-cache',
        });
        const { format, exif, ...size } = await sharp(image.rawPayload).metadata();
        expect([format, exif, size.width]).toEqual(['webp', undefined, width]);
      }
    },
  );

  // U5
  test('a PDF is kept as it is and handed out as a download', async () => {
    const file = await uploaded(cast.user, PDF, 'Informe «año».pdf');
    const ticket = await open();
    const answered = (await reply(cast.user, ticket.id, { attachments: [file.id] })).json<TicketDetail>();
    expect(answered.messages[0]?.attachments).toEqual([file]);
    const pdf = await read(cast.super_admin, ticket.id, file.id);
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''Informe%20%C2%ABa%C3%B1o%C2%BB.pdf",
    });
    expect(pdf.rawPayload).toEqual(PDF);
    expect((await read(cast.user, ticket.id, file.id, '?size=small')).statusCode).toBe(404);
  });

  // U1, U5
  test.each([
    ['Año.CSV', Buffer.from('nombre;año\r\nÑu;1\r\n'), 'text/csv', 'csv'],
    ['notas.txt', Buffer.from([0xbf, 0x51, 0x75, 0xe9, 0x3f, 0x0a]), 'text/plain', 'txt'],
    ['cuentas.xlsx', workbook(), DOCUMENT.xlsx, 'xlsx'],
    ['carta.docx', letter(), DOCUMENT.docx, 'docx'],
    // A document is one by what is in it.
    ['foto.png', letter(), DOCUMENT.docx, 'docx'],
  ])(
    '%s is kept as it is and handed out as a download of its own type',
    async (sent, bytes, type, ending) => {
      const file = await uploaded(cast.user, bytes, sent);
      expect(file).toMatchObject({ type, bytes: bytes.length, width: null, height: null });
      expect(file.name).toBe(sent.replace(/[^.]+$/, ending));
      const ticket = await open({ attachments: [file.id] });
      const answer = await read(cast.admin, ticket.id, file.id);
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.headers).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''/),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      expect(answer.rawPayload).toEqual(bytes);
      expect(await stored()).toContain(`ticket-files/${file.id}/full.${ending}`);
    },
  );

  test('a document with macros is refused with what to do', async () => {
    const bytes = workbook([{ name: 'xl/vbaProject.bin', content: 'x' }]);
    const refused = await upload(cast.user, form(bytes, 'cuentas.xlsx'));
    expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([400, 'attachment.active_content']);
  });

  // U1, U2, U3
  test.each([
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      400,
      'attachment.not_accepted',
    ],
    ['HTML', () => Buffer.from('<!doctype html><script>1</script>'), 400, 'attachment.not_accepted'],
    [
      'a script that begins as a GIF',
      () => Buffer.from('GIF89a/*<svg/onload=1>*/=1;'),
      400,
      'attachment.not_accepted',
    ],
    [
      'a PDF with a page before it',
      () => Buffer.concat([Buffer.from('<html>'), PDF]),
      400,
      'attachment.not_accepted',
    ],
    [
      'a PDF that is a page',
      () => Buffer.from('%PDF-1.7 <script>1</script>\n%%EOF'),
      400,
      'attachment.not_accepted',
    ],
    [
      'a PDF with something behind it',
      () => Buffer.concat([PDF, Buffer.from('MZ')]),
      400,
      'attachment.not_accepted',
    ],
    [
      'a PDF that is an archive',
      () => Buffer.from('%PDF-1.7\nPK\u0005\u0006\n%%EOF'),
      400,
      'attachment.not_accepted',
    ],
    ['a picture that breaks off', () => picture.subarray(0, 900), 400, 'attachment.not_accepted'],
    ['nothing', () => Buffer.alloc(0), 400, 'attachment.not_accepted'],
    ['20,000 × 10', () => wide, 400, 'attachment.too_many_pixels'],
    ['one byte too many', () => padded(ATTACHMENT_BYTES + 1), 413, 'attachment.too_large'],
  ])('%s is refused and leaves nothing', async (_what, bytes, status, code) => {
    const before = await stored();
    const refused = await upload(cast.user, form(bytes()));
    expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([status, code]);
    expect(await stored()).toEqual(before);
  });
  let wide: Buffer;
  beforeAll(async () => {
    const { create } = { create: { width: 20_000, height: 10, channels: 3, background: '#000' } } as const;
    wide = await sharp({ create }).png().toBuffer();
  });
  const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);

  // U2
  test('10 MiB is taken; another field, none or no file at all is not', async () => {
    expect((await upload(cast.user, form(padded(ATTACHMENT_BYTES)))).statusCode).toBe(201);
    for (const payload of [form(picture, 'a.png', 'other'), Buffer.from(`--${BOUNDARY}--\r\n`)])
      expect((await upload(cast.user, payload)).json<ErrorBody>().code).toBe('request.invalid');
  });

  // U6
  test('uploads that break off leave nothing', async () => {
    const before = await stored();
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const { origin } = server.platform.config.publicUrl;
    const breakOff = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const request = httpRequest({
        port,
        method: 'POST',
        path: '/api/ticket-files',
        headers: { ...multipart, origin, cookie: cast.user.cookie, 'content-length': '500000' },
      });
      request.on('error', () => resolve());
      request.write(form(picture).subarray(0, 900), () => request.destroy());
      return promise;
    };
    await Promise.all(Array.from({ length: 50 }, breakOff));
    await vi.waitFor(async () =>
      expect((await server.send({ url: '/api/health/live' })).statusCode).toBe(200),
    );
    expect(await stored()).toEqual(before);
  });

  // T2, T7
  test('are seen by who reads their message, and sent once by who uploaded them', async () => {
    const ticket = await open();
    const secret = await uploaded(cast.super_admin);
    const note = await reply(cast.super_admin, ticket.id, {
      visibility: 'internal',
      attachments: [secret.id],
    });
    expect(note.statusCode).toBe(201);
    expect((await read(cast.super_admin, ticket.id, secret.id)).statusCode).toBe(200);
    const other = await server.makePerson({
      role: 'admin',
      organization_id: (await server.makeOrganization()).id,
    });
    const mine = await uploaded(cast.user);
    const unsent = await read(cast.user, ticket.id, mine.id);
    const readers = [cast.user, cast.admin, other].map((who) => read(who, ticket.id, secret.id));
    for (const refused of [unsent, ...(await Promise.all(readers))])
      expect([refused.statusCode, refused.json<ErrorBody>().code]).toEqual([404, 'object.not_found']);
    const detail = await server.send({ url: `/api/tickets/${ticket.id}`, cookie: cast.admin.cookie });
    expect(detail.body).not.toContain(secret.id);

    const gone = async (who: Person, id: string) =>
      (await reply(who, ticket.id, { attachments: [id] })).json<ErrorBody>().code;
    expect(await gone(cast.admin, mine.id)).toBe('attachment.gone');
    expect(await gone(cast.user, randomUUID())).toBe('attachment.gone');
    expect((await reply(cast.user, ticket.id, { attachments: [mine.id] })).statusCode).toBe(201);
    expect(await gone(cast.user, mine.id)).toBe('attachment.gone');
    expect((await read(cast.admin, ticket.id, mine.id)).statusCode).toBe(200);
    expect((await read(other, ticket.id, mine.id)).statusCode).toBe(404);
  });

  // T6
  test('the database alone keeps those of notes and of other organizations apart', async () => {
    const ticket = await open();
    const [secret, shown] = [await uploaded(cast.super_admin), await uploaded(cast.super_admin)];
    await reply(cast.super_admin, ticket.id, { visibility: 'internal', attachments: [secret.id] });
    await reply(cast.super_admin, ticket.id, { attachments: [shown.id] });
    const elsewhere = (await server.makeOrganization()).id;
    const client = await server.database.pool.connect();
    try {
      const seenBy = async (organization: string) => {
        await client.query('begin; set local role atalaya_tenant');
        await client.query("select set_config('app.organization_id', $1, true)", [organization]);
        const { rows } = await client.query<{ id: string }>('select id from ticket_attachments');
        await client.query('rollback');
        return rows.map((row) => row.id).filter((id) => [secret.id, shown.id].includes(id));
      };
      expect(await seenBy(cast.organization.id)).toEqual([shown.id]);
      expect(await seenBy(elsewhere)).toEqual([]);
    } finally {
      client.release();
    }
  });

  // U7
  test('what is not sent can be taken back or is swept, and so is what no row points to', async () => {
    await sweepTicketFiles(server.platform, AT_ONCE);
    const kept = await uploaded(cast.user);
    const ticket = await open({ attachments: [kept.id] });
    const [taken, left] = [await uploaded(cast.user), await uploaded(cast.user)];
    const discard = (who: Person) =>
      server.send({ method: 'DELETE', url: `/api/ticket-files/${taken.id}`, cookie: who.cookie });
    expect((await discard(cast.admin)).statusCode).toBe(404);
    expect((await discard(cast.user)).statusCode).toBe(204);
    const orphan = `ticket-files/${randomUUID()}/full.webp`;
    await server.platform.storage.put(orphan, Buffer.from('x'));
    await sweepTicketFiles(server.platform, new Date(0));
    expect(await stored()).toEqual(expect.arrayContaining([orphan, `ticket-files/${left.id}/full.webp`]));
    expect(await sweepTicketFiles(server.platform, AT_ONCE)).toBe(2);
    const still = (await stored()).join();
    expect([kept, taken, left].map(({ id }) => still.includes(id))).toEqual([true, false, false]);
    await server.database.withSystem('purge for a test', (db) =>
      sql`delete from tickets where id = ${ticket.id}`.execute(db),
    );
    await sweepTicketFiles(server.platform, AT_ONCE);
    expect((await stored()).join()).not.toContain(kept.id);
  });

  // L1
  test('uploading and taking back are audited; what a super_admin uploads is in no organization’s log', async () => {
    const [mine, secret] = [await uploaded(cast.user), await uploaded(cast.super_admin)];
    const url = `/api/ticket-files/${mine.id}`;
    expect((await server.send({ method: 'DELETE', url, cookie: cast.user.cookie })).statusCode).toBe(204);
    const { rows } = await server.database.pool.query(
      `select action, actor_email, organization_id, before, after from audit_log
       where object_id in ($1, $2) order by id`,
      [mine.id, secret.id],
    );
    const own = { actor_email: cast.user.email, organization_id: cast.organization.id };
    const system = { actor_email: cast.super_admin.email, organization_id: null };
    const { name } = mine;
    expect(rows).toEqual([
      { action: 'ticket_file.uploaded', ...own, before: null, after: { name } },
      { action: 'ticket_file.uploaded', ...system, before: null, after: { name } },
      { action: 'ticket_file.discarded', ...own, before: { name }, after: null },
    ]);
  });

  test('a request that is repeated with its key writes, attaches and mails once', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const body = { request_id: first, attachments: [(await uploaded(cast.user)).id] };
    const [ticket, again] = [await open(body), await open(body)];
    expect(again).toEqual(ticket);
    const answer = { request_id: second, attachments: [(await uploaded(cast.user)).id] };
    const answers = await Promise.all([1, 2, 3].map(() => reply(cast.user, ticket.id, answer)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(answers[2]?.json<TicketDetail>().messages).toHaveLength(1);
    expect(answers[2]?.json<TicketDetail>().history).toHaveLength(2);
    // Another person's key is another key.
    await reply(cast.admin, ticket.id, { request_id: second });
    const all = await server.send({ url: `/api/tickets/${ticket.id}`, cookie: cast.user.cookie });
    expect(all.json<TicketDetail>().messages).toHaveLength(2);
  });
});

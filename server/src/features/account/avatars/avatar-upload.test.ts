import { request as httpRequest } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import type { ErrorBody } from '@atalaya/contract/errors';
import { AVATAR_BYTES } from '@atalaya/contract/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestBucket } from '../../../platform/testing/s3.ts';
import type { TestBucket } from '../../../platform/testing/s3.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { sweepAvatars } from './avatars.jobs.ts';

const BOUNDARY = 'a-boundary-of-the-test';
const part = (bytes: Buffer, filename = 'photo.jpg', field = 'file') =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\n` +
        'content-type: image/png\r\n\r\n',
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
const multipart = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

describe.each(['disk', 's3'])('avatars on %s', (driver) => {
  let server: TestServer;
  let cast: Cast;
  let picture: Buffer;
  let bucket: TestBucket | null;

  beforeAll(async () => {
    bucket = driver === 's3' ? await openTestBucket() : null;
    server = await startTestServer({ env: bucket?.env ?? {} });
    cast = await server.makeCast();
    picture = await sharp({ create: { width: 700, height: 300, channels: 3, background: '#2a6' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
  });
  afterAll(async () => {
    await server.close();
    await bucket?.close();
  });

  const upload = (payload: Buffer, cookie: string | undefined = cast.user.cookie) =>
    server.send({
      method: 'POST',
      url: '/api/profile/avatar',
      payload,
      headers: multipart,
      ...(cookie ? { cookie } : {}),
    });
  const avatarOf = (reply: { json: <T>() => T }) =>
    reply.json<{ session: { profile: { avatar_url: string } } }>().session.profile.avatar_url;

  async function storedFiles(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of server.platform.storage.list('avatars/')) keys.push(key);
    return keys.sort();
  }
  const storedUrl = async (id: string) => {
    const { rows } = await server.database.pool.query<{ avatar_url: string | null }>(
      'select avatar_url from profiles where id = $1',
      [id],
    );
    return rows[0]?.avatar_url ?? null;
  };

  // U1, U4, U5
  test.each(['photo.jpg', '../../x.png', 'a%2f%00b.svg', '..\\..\\evil.html'])(
    'a picture named %j is drawn anew, in four sizes, under a name of ours, and replaces the one before',
    async (filename) => {
      const before = avatarOf(await upload(form(part(picture))));
      const reply = await upload(form(part(picture, filename)));
      expect(reply.statusCode).toBe(200);
      const url = avatarOf(reply);
      expect(url).toMatch(new RegExp(`^/avatars/${cast.user.id}/[0-9a-f]{32}/160\\.webp$`));
      expect(await storedUrl(cast.user.id)).toBe(url);
      for (const size of [512, 160, 80, 32]) {
        const image = await server.send({ url: url.replace('/160.', `/${size}.`) });
        expect(image.headers).toMatchObject({
          'content-type': 'image/webp',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
        });
        const { format, width, height, exif } = await sharp(image.rawPayload).metadata();
        expect({ format, width, height, exif }).toEqual({
          format: 'webp',
          width: size,
          height: size,
          exif: undefined,
        });
      }
      expect((await server.send({ url: before })).statusCode).toBe(404);
    },
  );

  const pngChunk = (name: string, data: Buffer) => {
    const chunk = Buffer.alloc(data.length + 12);
    chunk.writeUInt32BE(data.length);
    chunk.write(name, 4, 'latin1');
    data.copy(chunk, 8);
    chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8);
    return chunk;
  };
  const png = (width: number, height: number) => {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 0, 0, 0, 0], 8);
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      pngChunk('IHDR', head),
      pngChunk('IDAT', deflateSync(Buffer.alloc(600_000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
  };

  // U1, U2, U3
  test.each([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'avatar.not_image'],
    ['HTML', () => Buffer.from('<!doctype html><script>1</script>'), 400, 'avatar.not_image'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 400, 'avatar.not_image'],
    [
      'a script that begins as a GIF',
      () => Buffer.from('GIF89a/*<svg/onload=1>*/=1;'),
      400,
      'avatar.not_image',
    ],
    ['a picture that breaks off', () => picture.subarray(0, 900), 400, 'avatar.not_image'],
    ['nothing', () => Buffer.alloc(0), 400, 'avatar.not_image'],
    ['196 megapixels', () => png(14_000, 14_000), 400, 'avatar.too_many_pixels'],
    ['20,000 × 10', () => png(20_000, 10), 400, 'avatar.too_many_pixels'],
    ['one byte too many', () => padded(AVATAR_BYTES + 1), 413, 'avatar.too_large'],
  ])('%s is refused and leaves nothing', async (_what, bytes, status, code) => {
    const before = await storedFiles();
    const reply = await upload(form(part(bytes())));
    expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([status, code]);
    expect(await storedFiles()).toEqual(before);
  });

  /** A picture of exactly this many bytes: what follows its end is no part of it. */
  const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);

  // U2
  test('5 MiB is taken, and what is hidden behind the picture is gone', async () => {
    const hidden = padded(AVATAR_BYTES);
    hidden.write('<script>hidden</script>', AVATAR_BYTES - 30);
    const reply = await upload(form(part(hidden)));
    expect(reply.statusCode).toBe(200);
    const image = await server.send({ url: avatarOf(reply) });
    expect(image.rawPayload.includes('hidden')).toBe(false);
  });

  // U2
  test('exactly one file is taken, under its name, as multipart', async () => {
    const forms = [
      form(part(picture), part(picture)),
      form(part(picture, 'a.jpg', 'other')),
      form(),
      Buffer.concat([part(picture)]).subarray(0, 400),
    ];
    for (const payload of forms)
      expect((await upload(payload)).json<ErrorBody>().code).toBe('request.invalid');
    const json = await server.send({
      method: 'POST',
      url: '/api/profile/avatar',
      payload: {},
      cookie: cast.user.cookie,
    });
    expect(json.json<ErrorBody>().code).toBe('request.unsupported_media');
    expect((await upload(form(part(picture)), '')).statusCode).toBe(401);
  });

  test('people without organization have a picture too, and take it away; both are audited', async () => {
    const { id, cookie } = cast.stranger;
    const url = avatarOf(await upload(form(part(picture)), cookie));
    const reply = await server.send({ method: 'DELETE', url: '/api/profile/avatar', cookie });
    expect([reply.statusCode, avatarOf(reply)]).toEqual([200, null]);
    expect((await server.send({ url })).statusCode).toBe(404);
    const { rows } = await server.database.pool.query(
      'select action, before, after from audit_log where object_id = $1 order by id',
      [id],
    );
    expect(rows).toEqual([
      { action: 'user.avatar_changed', before: { avatar_url: null }, after: { avatar_url: url } },
      { action: 'user.avatar_removed', before: { avatar_url: url }, after: { avatar_url: null } },
    ]);
  });

  // docs/product.md, rule 1 of permissions
  test('an admin takes away pictures up to their rank in their organization, a super_admin any', async () => {
    const other = await server.makePerson({
      role: 'admin',
      organization_id: (await server.makeOrganization()).id,
    });
    const remove = async (by: { cookie: string }, id: string) =>
      (await server.send({ method: 'DELETE', url: `/api/users/${id}/avatar`, cookie: by.cookie })).statusCode;
    const url = avatarOf(await upload(form(part(picture)), cast.user.cookie));
    expect(await remove(other, cast.user.id)).toBe(404);
    expect(await remove(cast.user, cast.user.id)).toBe(403);
    expect((await server.send({ url })).statusCode).toBe(200);
    expect(await remove(cast.admin, cast.user.id)).toBe(200);
    expect((await server.send({ url })).statusCode).toBe(404);
    expect(await remove(cast.super_admin, other.id)).toBe(200);
    const superior = await server.makePerson({ role: 'super_admin' });
    expect(await remove(cast.admin, superior.id)).toBe(404);
  });

  // U7
  test('the sweep removes what no profile points to, once it is old enough', async () => {
    const url = avatarOf(await upload(form(part(picture)), cast.admin.cookie));
    const orphan = `avatars/${cast.admin.id}/${'0'.repeat(32)}/160.webp`;
    await server.platform.storage.put(orphan, Buffer.from('x'));
    await sweepAvatars(server.platform, new Date(0));
    expect(await storedFiles()).toContain(orphan);
    expect(await sweepAvatars(server.platform, new Date(8.64e15))).toBe(1);
    expect(await storedFiles()).not.toContain(orphan);
    expect((await server.send({ url })).statusCode).toBe(200);
  });

  test('nothing but pictures of ours is read from the disk', async () => {
    const url = avatarOf(await upload(form(part(picture)), cast.admin.cookie));
    const tried = [
      '/avatars/../../auth-secret/x/160.webp',
      '/avatars/%2e%2e/%2e%2e/auth-secret',
      url.replace('/160.', '/161.'),
    ];
    for (const address of [...tried, `${url}%00`, url.replace('160.webp', '%2e%2e%2f160.webp')])
      expect((await server.send({ url: address })).statusCode).toBeGreaterThanOrEqual(400);
  });

  // S4
  test.each([
    ['is deactivated', 'update profiles set is_active = false where user_id = $1'],
    ['is signed out', 'delete from auth."session" where "userId" = $1'],
  ])('a picture whose person %s while it arrives is refused and leaves nothing', async (_what, statement) => {
    const person = await server.makePerson({ organization_id: cast.organization.id });
    const before = await storedFiles();
    const { storage } = server.platform;
    const put = storage.put.bind(storage);
    vi.spyOn(storage, 'put').mockImplementationOnce(async (key, bytes) => {
      await server.database.pool.query(statement, [person.user_id]);
      await put(key, bytes);
    });
    expect((await upload(form(part(picture)), person.cookie)).statusCode).toBe(401);
    expect(await storedUrl(person.id)).toBeNull();
    expect(await storedFiles()).toEqual(before);
  });

  // U6
  test('uploads that break off leave nothing behind, and the server goes on', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const before = await storedFiles();
    const whole = form(part(picture));
    const origin = server.platform.config.publicUrl.origin;
    const { cookie } = cast.user;
    const abort = () =>
      new Promise<void>((resolve) => {
        const sent = httpRequest({
          port,
          method: 'POST',
          path: '/api/profile/avatar',
          headers: { ...multipart, origin, cookie, 'content-length': whole.length },
        });
        sent.on('error', () => undefined).on('close', () => resolve());
        sent.write(whole.subarray(0, 300), () => sent.destroy());
      });
    await Promise.all(Array.from({ length: 50 }, abort));
    const reply = await upload(whole);
    expect(reply.statusCode).toBe(200);
    const [replaced, kept] = [before.filter((key) => key.includes(cast.user.id)), await storedFiles()];
    expect(kept).toHaveLength(before.length - replaced.length + 4);
  });
});

// F4
test('with the storage down pages work, a picture is called unavailable, and an upload changes nothing', async () => {
  const bucket = await openTestBucket();
  const server = await startTestServer({ env: bucket.env });
  const { user } = await server.makeCast();
  await bucket.close();
  const session = await server.send({ url: '/api/session', cookie: user.cookie });
  expect(session.statusCode).toBe(200);
  const kept = await server.send({ url: `/avatars/${user.id}/${'0'.repeat(32)}/160.webp` });
  expect(kept.statusCode).toBe(503);
  expect(kept.json<ErrorBody>().code).toBe('storage.unavailable');
  const drawn = await server.send({ url: `/avatar/${'0'.repeat(32)}?s=32` });
  expect(drawn.headers['content-type']).toContain('image/svg+xml');
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();
  const upload = await server.send({
    method: 'POST',
    url: '/api/profile/avatar',
    payload: form(part(picture)),
    headers: multipart,
    cookie: user.cookie,
  });
  expect(upload.statusCode).toBe(503);
  const { rows } = await server.database.pool.query('select avatar_url from profiles where id = $1', [
    user.id,
  ]);
  expect(rows).toEqual([{ avatar_url: null }]);
  expect((await server.send({ url: '/api/health/ready' })).statusCode).toBe(200);
  await server.close();
});

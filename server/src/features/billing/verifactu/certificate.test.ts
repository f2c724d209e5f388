import { X509Certificate, createPrivateKey } from 'node:crypto';
import type { Verifactu } from '@atalaya/contract/verifactu';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { openCertificate, tellCertificateEnding } from './certificate.service.ts';
import { makeAuthority } from '../../../platform/testing/certificates.ts';

const TAX_ID = 'B12345674';
const PASSWORD = 'señal y contraseña';
const DAY = 86_400_000;
const authority = makeAuthority();
let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startTestServer({ env: { INVOICE_ISSUER_TAX_ID: TAX_ID } });
  cast = await server.makeCast();
});
afterAll(() => server.close());

const query = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query<T & object>(text, values)).rows;
const ask = (method: 'GET' | 'PUT' | 'DELETE', payload?: object, { cookie } = cast.super_admin) =>
  server.send({
    method,
    url: method === 'GET' ? '/api/verifactu' : '/api/verifactu/certificate',
    cookie,
    ...(payload ? { payload } : {}),
  });
const give = (file: Buffer, password = PASSWORD, kind = 'person') =>
  ask('PUT', { kind, file: file.toString('base64'), password });
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code;
const opened = () =>
  server.database.withSystem('open it for a test', (db) => openCertificate(server.platform, db));

// VF12
test.each(['aes256', '3des'] as const)(
  'a file under %s is kept sealed, told without its key, and opened',
  async (cipher) => {
    const issued = authority.issue({ name: 'Emisora de Ñu, S.L.', tax_id: TAX_ID, person: '12345678Z' });
    const answer = await give(issued.pkcs12(PASSWORD, cipher), PASSWORD, 'seal');
    const { certificate } = answer.json<Verifactu>();
    const own = new X509Certificate(issued.certificate);
    expect(certificate).toEqual({
      kind: 'seal',
      subject: expect.stringContaining('CN=Emisora de Ñu, S.L.'),
      issuer: 'CN=AC de pruebas',
      serial: own.serialNumber,
      fingerprint: own.fingerprint256,
      tax_id: TAX_ID,
      starts_at: own.validFromDate.toISOString(),
      ends_at: own.validToDate.toISOString(),
      is_valid: true,
      is_other: false,
    });
    expect((await ask('GET')).json()).toMatchObject({ certificate });
    const { key = '', chain = [] } = (await opened()) ?? {};
    expect(own.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(chain.map((pem) => new X509Certificate(pem).fingerprint256)).toEqual(
      [issued.certificate, authority.certificate].map((pem) => new X509Certificate(pem).fingerprint256),
    );
    // Neither in the database nor in the log or an answer.
    const [row] = await query<{ sealed: Buffer }>('select sealed from verifactu_certificate');
    const secret = key.split('\n')[1]!;
    const audited = await query('select before, after from audit_log');
    for (const text of [
      row!.sealed.toString('latin1'),
      JSON.stringify(audited),
      answer.body,
      server.log.join(),
    ]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(PASSWORD);
    }
  },
);

test('who is named by nothing but a person is warned of as another', async () => {
  const issued = authority.issue({ name: 'Ana', person: '12345678Z' });
  const { certificate } = (await give(issued.pkcs12(PASSWORD))).json<Verifactu>();
  expect(certificate).toMatchObject({ kind: 'person', tax_id: '12345678Z', is_other: true });
});

// VF12
test('what cannot be used is refused by what is wrong with it, and changes nothing', async () => {
  const good = authority.issue({ name: 'x', tax_id: TAX_ID });
  await give(good.pkcs12(PASSWORD));
  const before = (await ask('GET')).json<Verifactu>().certificate;
  const soon = { name: 'x', tax_id: TAX_ID, starts_at: new Date(Date.now() + DAY) };
  const ended = { name: 'x', tax_id: TAX_ID, ends_at: new Date(Date.now() - 1_000) };
  expect(codeOf(await give(good.pkcs12(PASSWORD), 'otra'))).toBe('verifactu.certificate_password');
  for (const file of [
    Buffer.from('no'),
    Buffer.from(good.certificate),
    good.pkcs12(PASSWORD).subarray(0, 900),
  ])
    expect(codeOf(await give(file))).toBe('verifactu.certificate_unreadable');
  expect(codeOf(await give(good.pkcs12(PASSWORD, 'aes256', { withKey: false })))).toBe(
    'verifactu.certificate_key',
  );
  expect(codeOf(await give(authority.issue(soon).pkcs12(PASSWORD)))).toBe('verifactu.certificate_expired');
  expect(codeOf(await give(authority.issue(ended).pkcs12(PASSWORD)))).toBe('verifactu.certificate_expired');
  expect((await ask('PUT', { kind: 'person', file: '%', password: '' })).json()).toMatchObject({
    fields: [{ field: 'body.file' }],
  });
  expect((await ask('GET')).json<Verifactu>().certificate).toEqual(before);
});

// VF12
test('only a super_admin gives or removes it, each audited; another secret of the server does not open it', async () => {
  for (const who of [cast.admin, cast.user]) {
    const body = { kind: 'person', file: 'AAAA', password: '' };
    expect((await ask('PUT', body, who)).statusCode).toBe(403);
    expect((await ask('DELETE', undefined, who)).statusCode).toBe(403);
  }
  const other = authority.issue({ name: 'Otra', tax_id: 'A58818501' });
  expect((await give(other.pkcs12(PASSWORD))).json<Verifactu>().certificate).toMatchObject({
    is_other: true,
  });
  const { config, ...platform } = server.platform;
  const stranger = {
    ...platform,
    config: { ...config, authSecret: 'another secret, which is long enough too' },
  };
  expect(await server.database.withSystem('as another', (db) => openCertificate(stranger, db))).toBeNull();
  expect((await ask('DELETE')).json<Verifactu>().certificate).toBeNull();
  expect(codeOf(await ask('DELETE'))).toBe('object.not_found');
  expect(await opened()).toBeNull();
  const audited = await query<{ action: string; before: object; after: object }>(
    `select action, before, after from audit_log where action like 'verifactu.certificate%' order by id desc limit 2`,
  );
  expect(audited).toMatchObject([
    {
      action: 'verifactu.certificate_removed',
      before: { subject: expect.stringContaining('Otra') },
      after: {},
    },
    { action: 'verifactu.certificate_saved', after: { subject: expect.stringContaining('Otra') } },
  ]);
});

// VF12
test('super_admins are told 30, 7 and 1 days before its end, by bell and mail, once each, however many servers', async () => {
  const second = await startTestServer({ database: server.database });
  await give(authority.issue({ name: 'x', tax_id: TAX_ID }).pkcs12(PASSWORD));
  const inDays = async (days: number) => {
    await query(`update verifactu_certificate set ends_at = now() + make_interval(hours => $1)`, [
      days * 24 - 1,
    ]);
    await tellCertificateEnding(server.platform);
    await tellCertificateEnding(second.platform);
    const bells = await query<{ profile_id: string }>(
      `select profile_id from notifications where event = 'verifactu.certificate_ending'`,
    );
    const mails = await queuedMails(server.database, cast.super_admin.email);
    const own = bells.filter(({ profile_id }) => profile_id === cast.super_admin.id);
    expect(bells.length).toBe(own.length);
    return [own.length, mails.filter(({ subject }) => subject.includes('VERI*FACTU')).length];
  };
  expect(await inDays(60)).toEqual([0, 0]);
  expect(await inDays(30)).toEqual([1, 1]);
  expect(await inDays(20)).toEqual([1, 1]);
  expect(await inDays(7)).toEqual([2, 2]);
  expect(await inDays(1)).toEqual([3, 3]);
  expect(await inDays(0)).toEqual([3, 3]);
  // Another one is told of anew.
  await give(authority.issue({ name: 'x', tax_id: TAX_ID }).pkcs12(PASSWORD));
  expect(await inDays(7)).toEqual([4, 4]);
  await second.close();
});

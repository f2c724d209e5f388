import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const local = { DATA_DIR: folder };
const production = {
  DATA_DIR: folder,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://atalaya.example.com',
  AUTH_SECRET: 's'.repeat(32),
  SMTP_URL: 'smtp://mail.example.com',
};

describe('the configuration', () => {
  it('has a default for everything outside production', () => {
    expect(loadConfig(local)).toMatchObject({
      production: false,
      demo: true,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: new URL('http://localhost:3000'),
      databaseUrl: null,
      smtpUrl: null,
      mailFrom: 'Atalaya <no-reply@localhost>',
      requireEmailVerification: true,
      adminEmail: null,
      currency: null,
      rateLimit: true,
      trustProxy: false,
      passwordBlocklist: false,
    });
  });

  it('is strict by default in production', () => {
    expect(loadConfig(production)).toMatchObject({
      demo: false,
      drainSeconds: 5,
      passwordBlocklist: true,
      rateLimit: true,
    });
  });

  it('makes a secret once, which nobody else may read', () => {
    const { authSecret } = loadConfig(local);
    expect(authSecret).toHaveLength(43);
    expect(loadConfig(local).authSecret).toBe(authSecret);
    expect(statSync(path.join(folder, 'auth-secret')).mode & 0o777).toBe(0o600);
  });

  // C1
  it.each([
    ['no secret in production', { ...production, AUTH_SECRET: '' }, /Falta AUTH_SECRET/],
    [
      'a short secret in production',
      { ...production, AUTH_SECRET: 's'.repeat(31) },
      /al menos 32 caracteres/,
    ],
    ['a short secret anywhere', { ...local, AUTH_SECRET: 'secreto' }, /al menos 32 caracteres/],
    ['no mail server in production', { ...production, SMTP_URL: undefined }, /Falta SMTP_URL/],
    ['no public address in production', { ...production, PUBLIC_URL: undefined }, /Falta PUBLIC_URL/],
    ['http in production', { ...production, PUBLIC_URL: 'http://atalaya.example.com' }, /https/],
    ['a public address with a path', { ...local, PUBLIC_URL: 'https://a.example.com/x' }, /ruta/],
    ['a public address with a password', { ...local, PUBLIC_URL: 'https://a:b@a.example.com' }, /PUBLIC_URL/],
    ['a public address that is none', { ...local, PUBLIC_URL: 'atalaya' }, /PUBLIC_URL/],
    ['half a provider', { ...local, GOOGLE_CLIENT_ID: 'a' }, /Falta GOOGLE_CLIENT_SECRET/],
    [
      'a provider without https elsewhere',
      {
        ...local,
        GOOGLE_CLIENT_ID: 'a',
        GOOGLE_CLIENT_SECRET: 'b',
        GOOGLE_ISSUER: 'http://issuer.example.com',
      },
      /GOOGLE_ISSUER/,
    ],
    [
      'a key of Apple that is none',
      { ...local, APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 'b', APPLE_KEY_ID: 'c', APPLE_PRIVATE_KEY: 'd' },
      /APPLE_PRIVATE_KEY/,
    ],
    ['demo accounts in production', { ...production, DEMO: '1' }, /DEMO=1 no se admite en producción/],
    ['demo accounts in a network', { ...local, DEMO: '1', HOST: '0.0.0.0' }, /DEMO=1 solo se admite/],
    [
      'demo accounts at a public address',
      { ...local, DEMO: '1', PUBLIC_URL: 'https://a.example.com' },
      /DEMO=1 solo/,
    ],
    ['a short token for metrics', { ...local, METRICS_TOKEN: 'x'.repeat(31) }, /METRICS_TOKEN debe tener/],
    ['no rate limit in production', { ...production, RATE_LIMIT: 'off' }, /RATE_LIMIT=off/],
    ['a flag that is none', { ...local, DEMO: 'quizá' }, /DEMO debe ser 1 o 0/],
    ['a port out of range', { ...local, PORT: '70000' }, /PORT debe ser un número/],
    [
      'another kind of database',
      { ...local, DATABASE_URL: 'mysql://a:secreto@b/c' },
      /DATABASE_URL debe ser/,
    ],
    [
      'a replica of the embedded database',
      { ...local, DATABASE_REPLICA_URL: 'postgresql://a:secreto@b/c' },
      /DATABASE_REPLICA_URL acompaña a DATABASE_URL/,
    ],
    ['another kind of mail', { ...local, SMTP_URL: 'http://a' }, /SMTP_URL debe ser/],
    ['an administrator without address', { ...local, ADMIN_EMAIL: 'ana' }, /ADMIN_EMAIL/],
    ['a currency that no plan can have', { ...local, CURRENCY: 'JPY' }, /CURRENCY debe ser EUR/],
    ['a person without a surname', { ...local, INVOICE_ISSUER_PERSON: 'Ana' }, /INVOICE_ISSUER_PERSON debe/],
    ['a person with three surnames', { ...local, INVOICE_ISSUER_PERSON: 'A|B|C|D' }, /INVOICE_ISSUER_PERSON/],
    ['half a bucket', { ...local, S3_BUCKET: 'files' }, /S3_BUCKET, S3_ACCESS_KEY_ID/],
    [
      'a tax agency without https',
      { ...local, VERIFACTU_TEST_URL: 'http://x.es' },
      /VERIFACTU_TEST_URL debe/,
    ],
    [
      'authorities that are not there',
      { ...local, VERIFACTU_CA_FILE: '/none.pem' },
      /VERIFACTU_CA_FILE no se/,
    ],
    ['servers of DNS by name', { ...local, DNS_SERVERS: '192.0.2.53, dns.example' }, /DNS_SERVERS debe ser/],
    [
      'a host with its protocol',
      { ...local, OUTBOUND_ALLOWED_HOSTS: 'https://idp.interno' },
      /OUTBOUND_ALLOWED_HOSTS debe ser/,
    ],
    [
      'a proxy of another kind',
      { ...local, OUTBOUND_PROXY: 'socks5://a:secreto@proxy:1080' },
      /OUTBOUND_PROXY debe ser/,
    ],
    ['an unknown log level', { ...local, LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  ])('refuses %s', (_what, env, message) => {
    const load = () => loadConfig(env);
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(message);
    expect(load).not.toThrow(/secreto/);
  });

  // C1
  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'accepts %s in production: this machine alone opens it',
    (PUBLIC_URL) => {
      expect(loadConfig({ ...production, PUBLIC_URL }).publicUrl.origin).toBe(PUBLIC_URL);
    },
  );

  it.each([
    ['off', false],
    ['on', true],
    ['10.0.0.0/8, 127.0.0.1', '10.0.0.0/8, 127.0.0.1'],
  ])('reads TRUST_PROXY=%s', (TRUST_PROXY, trusted) => {
    expect(loadConfig({ ...local, TRUST_PROXY }).trustProxy).toBe(trusted);
  });
});

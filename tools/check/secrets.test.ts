import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { buildWeb } from '../build/build-web.ts';
import { ROOT } from '../process/process.ts';

/** What an operator sets and no other person may know. */
const SECRETS = [
  'AUTH_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'APPLE_PRIVATE_KEY',
  'INBOUND_MAIL_SECRET',
  'METRICS_TOKEN',
];
const CANARY = 'canary-of-a-secret';

afterEach(() => {
  vi.unstubAllEnvs();
});

// C2
test('what is set for the server does not get into the browser’s files', async () => {
  for (const name of SECRETS) vi.stubEnv(name, `${CANARY}-${name}`);
  const { resolveConfig } = await import('vite');
  const config = await resolveConfig({ root: join(ROOT, 'web') }, 'build', 'production');
  expect(JSON.stringify([config.define, config.env])).not.toContain(CANARY);

  expect(await buildWeb()).toBe(0);
  const built = join(ROOT, 'web', 'dist');
  const files = globSync('**/*.{js,css,html,json,map}', { cwd: built });
  expect(files.length).toBeGreaterThan(10);
  const told = files.filter((file) => {
    const text = readFileSync(join(built, file), 'utf8');
    // Not even the names: they would come with a module of the server.
    return text.includes(CANARY) || SECRETS.some((name) => text.includes(name));
  });
  expect(told).toEqual([]);
});

const KEYS = new RegExp(
  [
    String.raw`BEGIN [A-Z ]*PRIVATE KEY-----(\\n|\s)*[\w+/]{30}`,
    String.raw`AKIA[0-9A-Z]{16}`,
    String.raw`gh[pousr]_\w{36}`,
    String.raw`sk_live_\w{20}`,
    String.raw`xox[abprs]-[\w-]{20}`,
    String.raw`AIza[\w-]{35}`,
    String.raw`npm_[A-Za-z0-9]{36}`,
  ].join('|'),
);
const KEY_FILES = /(^|\/)(\.env(\..*)?|auth-secret|id_(rsa|ed25519)|[^/]*\.(pem|p8|p12|pfx|key))$/;

/** What is under version control; a copy of the project without its history counts as a whole. */
function trackedFiles(): string[] {
  if (existsSync(join(ROOT, '.git')))
    return execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean);
  const ignored = /(^|\/)(node_modules|dist|data|test-results|__screenshots__)(\/|$)/;
  return globSync('**/*', { cwd: ROOT, exclude: (path) => ignored.test(path) });
}

// C2
test('no file under version control holds a key', () => {
  const holds = (text: string) => KEYS.test(text);
  expect([holds(`-----BEGIN PRIVATE KEY-----\n${'A'.repeat(40)}`), holds(`AKIA${'A'.repeat(16)}`)]).toEqual([
    true,
    true,
  ]);
  const files = trackedFiles().filter((path) =>
    statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile(),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((path) => KEY_FILES.test(path))).toEqual([]);
  expect(files.filter((path) => holds(readFileSync(join(ROOT, path), 'latin1')))).toEqual([]);
});

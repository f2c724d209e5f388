import path from 'node:path';
import { loadConfig } from '../server/src/platform/core/config.ts';
import { closePlatform, openPlatform } from '../server/src/platform/process/platform.ts';
import { insertOrganization, insertPerson } from '../server/src/platform/testing/people.queries.ts';
import { urlOf } from './database-server.ts';
import { silentLog } from '../server/src/platform/testing/silent-log.ts';
import { connect } from './data.queries.ts';
import { start } from './processes.ts';
import type { Running } from './processes.ts';
import { JSON_TYPE, PASSWORD } from './sign-in.ts';

/** Whose address is given: what an answer's time must not tell. */
const KINDS = ['known', 'inactive', 'deleted', 'unverified', 'unknown'] as const;
type Kind = (typeof KINDS)[number];
type Emails = Record<Kind, string[]>;

/** Requests that must take equally long for every kind of address. */
const FORMS = {
  'sign-in, wrong password': { path: '/api/session', body: { password: 'not the password' } },
  'password reset': { path: '/api/password-resets', body: {} },
  'verification mail again': { path: '/api/accounts/verification-mails', body: {} },
  registration: {
    path: '/api/accounts',
    body: { first_name: 'Ana', last_name: 'Ruiz', password: 'a password of eight or more' },
  },
};

const ROOT = path.join(import.meta.dirname, '..');
/** Medians may differ by a fifth of the one for a known address. */
const APART_MAX = 0.2;
const STORMS = [16, 64];
const STORM_SECONDS = 5;
const P95_MAX = 300;

/** `times`: requests of each form for each kind of address. */
type Asked = { folder: string; socket: string; times: number };

/**
 * How long the forms before the sign-in take for addresses of every kind, and what many sign-ins at once do to other
 * requests: a table, and whether all of it is within its bounds.
 */
export async function measureSignIn({
  folder,
  socket,
  times,
}: Asked): Promise<{ table: string; holds: boolean }> {
  const admin = await connect(urlOf(socket, 'postgres'));
  await admin.query('create database sign_in');
  await admin.end();
  const env = {
    AUTH_SECRET: 'a secret of the bench, long enough for it',
    DATA_DIR: path.join(folder, 'sign-in'),
    DATABASE_URL: urlOf(socket, 'sign_in'),
    FILES: 'shared',
    DEMO: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
  };
  const { emails, cookie } = await makePeople(env, times);
  const server = await start(process.execPath, ['server/dist/main.js'], {
    cwd: ROOT,
    env,
    ready: '/api/health/ready',
  });
  try {
    const forms: FormRow[] = [];
    for (const [name, form] of Object.entries(FORMS))
      forms.push(await measureForm(server, name, form, emails));
    const storms: StormRow[] = [];
    for (const at_once of [0, ...STORMS]) storms.push(await measureStorm(server, at_once, emails, cookie));
    return {
      table: [formTable(forms, times), stormTable(storms)].join('\n\n'),
      holds: forms.every(({ apart }) => apart <= APART_MAX) && storms.every(({ p95 }) => p95 < P95_MAX),
    };
  } finally {
    await server.stop();
  }
}

/** So many addresses of each kind, each of a person of its own, and the cookie of one more who is signed in. */
async function makePeople(
  env: Record<string, string>,
  count: number,
): Promise<{ emails: Emails; cookie: string }> {
  const platform = await openPlatform(loadConfig(env), silentLog);
  const password_hash = await platform.accounts.hashPassword(PASSWORD);
  const made = await platform.database.withSystem('people of the bench', async (db) => {
    const { id: organization_id } = await insertOrganization(db, { max_users: -1 });
    const make = (values: object) => insertPerson(db, { organization_id, password_hash, ...values });
    const emails: Emails = { known: [], inactive: [], deleted: [], unverified: [], unknown: [] };
    for (let n = 0; n < count; n++) {
      emails.known.push((await make({})).email);
      emails.inactive.push((await make({ is_active: false })).email);
      const deleted = await make({});
      await db.updateTable('profiles').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute();
      emails.deleted.push(deleted.email);
      emails.unverified.push((await make({ email_verified: false })).email);
      emails.unknown.push(`unknown-${n}@example.test`);
    }
    const { user_id } = await make({ role: 'admin' });
    const origin = { ip_address: '127.0.0.1', user_agent: 'bench', request_id: null };
    const { token } = await platform.accounts.openSession(db, user_id, origin);
    return { emails, cookie: platform.accounts.sessionCookie(token).split(';', 1)[0] ?? '' };
  });
  await closePlatform(platform);
  return made;
}

type FormRow = { name: string; medians: Record<Kind, number>; apart: number };

// A4, A5
/** One request after another, the kinds by turns: what else the machine does falls on all of them alike. */
async function measureForm(
  server: Running,
  name: string,
  form: { path: string; body: object },
  emails: Emails,
): Promise<FormRow> {
  const times: Record<Kind, number[]> = { known: [], inactive: [], deleted: [], unverified: [], unknown: [] };
  for (let n = 0; n < emails.known.length; n++)
    for (const kind of KINDS) {
      const begun = performance.now();
      await post(server, form.path, { ...form.body, email: emails[kind][n] });
      times[kind].push(performance.now() - begun);
    }
  const medians = Object.fromEntries(KINDS.map((kind) => [kind, at(times[kind], 0.5)])) as Record<
    Kind,
    number
  >;
  const apart = Math.max(...KINDS.map((kind) => Math.abs(medians[kind] / medians.known - 1)));
  return { name, medians, apart };
}

async function post(server: Running, address: string, body: object): Promise<void> {
  const answer = await fetch(server.url + address, {
    method: 'POST',
    headers: { ...JSON_TYPE, origin: server.url },
    body: JSON.stringify(body),
  });
  if (answer.status >= 500) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

type StormRow = { at_once: number; sign_ins: number; requests: number; p50: number; p95: number };

// P2
/** So many browsers sign in over and over while another reads the list of users. */
async function measureStorm(
  server: Running,
  at_once: number,
  emails: Emails,
  cookie: string,
): Promise<StormRow> {
  const until = performance.now() + STORM_SECONDS * 1_000;
  let sign_ins = 0;
  const signIn = async (browser: number) => {
    while (performance.now() < until) {
      await post(server, '/api/session', {
        email: emails.known[browser % emails.known.length],
        password: PASSWORD,
      });
      sign_ins++;
    }
  };
  const times: number[] = [];
  const read = async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      const answer = await fetch(`${server.url}/api/users`, { headers: { cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the list of users answered ${answer.status}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all([read(), ...Array.from({ length: at_once }, (_, browser) => signIn(browser))]);
  return { at_once, sign_ins, requests: times.length, p50: at(times, 0.5), p95: at(times, 0.95) };
}

const at = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

const ms = (value: number) => `${value.toFixed(1)} ms`;
const verdict = (isGood: boolean) => (isGood ? 'holds' : 'FAILS');
const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

const formTable = (forms: FormRow[], times: number) =>
  [
    row([`median of ${times} each`, ...KINDS, 'apart', `at most ${APART_MAX * 100} %`]),
    row(['---', ...KINDS.map(() => '--:'), '--:', '---']),
    ...forms.map(({ name, medians, apart }) =>
      row([
        name,
        ...KINDS.map((kind) => ms(medians[kind])),
        `${(apart * 100).toFixed(0)} %`,
        verdict(apart <= APART_MAX),
      ]),
    ),
  ].join('\n');

const stormTable = (storms: StormRow[]) =>
  [
    row(['sign-ins at once', 'done', 'other requests', 'p50', 'p95', `p95 below ${P95_MAX} ms`]),
    row(['--:', '--:', '--:', '--:', '--:', '---']),
    ...storms.map(({ at_once, sign_ins, requests, p50, p95 }) =>
      row([`${at_once}`, `${sign_ins}`, `${requests}`, ms(p50), ms(p95), verdict(p95 < P95_MAX)]),
    ),
  ].join('\n');

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerPasswordRequests, newestLink, queuedMails } from '../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { invitationLink } from './invitation-token.ts';

const PASSWORD = 'la de su dueña';
const OLD = 'la de antes, otra';
let server: TestServer;
let here: Cast;
let there: Cast;
let password_hash: string;

beforeAll(async () => {
  server = await startTestServer();
  [here, there] = [await server.makeCast(), await server.makeCast()];
  await run('update organizations set max_users = -1');
  password_hash = await server.platform.accounts.hashPassword(OLD);
});
afterAll(() => server.close());

const post = (url: string, payload: object, cookie?: string) =>
  server.send({ method: 'POST', url, payload, ...(cookie ? { cookie } : {}) });
/** The same, of what the test only stands on. */
async function sent(url: string, payload: object, cookie?: string) {
  const { statusCode, body } = await post(url, payload, cookie);
  if (statusCode >= 300) throw new Error(`${url}: ${String(statusCode)} ${body}`);
}
const run = (text: string, ...values: unknown[]) => server.database.pool.query(text, values);
const signIn = (email: string, password: string) => post('/api/session', { email, password });
const cookieOf = async (email: string) =>
  String((await signIn(email, PASSWORD)).headers['set-cookie']).split(';', 1)[0]!;
const setUpLink = async (email: string) => (await newestLink(server.database, email)).token;
const inBin = (id: string) => run('update profiles set deleted_at = now() where id = $1', id);

/** Who has the address when its link is opened; made after the invitation where inviting would refuse them. */
const PEOPLE = {
  nobody: async () => undefined,
  'somebody who has only filled in the registration form': async (email: string) => {
    const form = { first_name: 'Mal', last_name: 'Oso', email, password: OLD };
    await sent('/api/accounts', form);
  },
  'a profile without account': async (email: string) => {
    const person = { first_name: 'Eva', last_name: 'Sol', email, role: 'user' };
    await sent('/api/users', person, here.admin.cookie);
  },
  'a profile without account elsewhere': async (email: string) => {
    const person = { first_name: 'Eva', last_name: 'Sol', email, role: 'user' };
    await sent('/api/users', person, there.admin.cookie);
  },
  'an unverified account': async (email: string) => {
    await server.makePerson({ email, email_verified: false, password_hash });
  },
  'an unverified account elsewhere': async (email: string) => {
    const organization_id = there.organization.id;
    await server.makePerson({ email, organization_id, email_verified: false, password_hash });
  },
  'an account without organization': async (email: string) => {
    await server.makePerson({ email, password_hash });
  },
  'an account elsewhere': async (email: string) => {
    await server.makePerson({ email, organization_id: there.organization.id, password_hash });
  },
  'an account of the same organization': async (email: string) => {
    await server.makePerson({ email, organization_id: here.organization.id, password_hash });
  },
  'somebody in the bin': async (email: string) => {
    const { id } = await server.makePerson({ email, organization_id: here.organization.id, password_hash });
    await inBin(id);
  },
  'somebody in the bin elsewhere': async (email: string) => {
    const { id } = await server.makePerson({ email, organization_id: there.organization.id, password_hash });
    await inBin(id);
  },
  'somebody inactive': async (email: string) => {
    const organization_id = here.organization.id;
    await server.makePerson({ email, organization_id, is_active: false, password_hash });
  },
  'somebody inactive elsewhere': async (email: string) => {
    const organization_id = there.organization.id;
    await server.makePerson({ email, organization_id, is_active: false, password_hash });
  },
  'somebody of an organization in the bin': async (email: string) => {
    const { id } = await server.makeOrganization();
    await server.makePerson({ email, organization_id: id, password_hash });
    await run('update organizations set deleted_at = now() where id = $1', id);
  },
} as const;
type Who = keyof typeof PEOPLE;
type Channel = 'mail' | 'copy';

/** How the address comes in: by the form, by signing in, by first choosing a password, or a sentence. */
const WAYS: Record<Who, string | Record<Channel, string>> = {
  nobody: 'none',
  'somebody who has only filled in the registration form': 'none',
  'a profile without account': 'set_up',
  'a profile without account elsewhere': 'set_up',
  'an unverified account': { mail: 'none', copy: 'exists' },
  'an unverified account elsewhere': 'exists',
  'an account without organization': 'exists',
  'an account elsewhere': 'exists',
  'an account of the same organization': 'member',
  'somebody in the bin': 'closed',
  'somebody in the bin elsewhere': 'closed',
  'somebody inactive': 'closed',
  'somebody inactive elsewhere': 'closed',
  'somebody of an organization in the bin': 'closed',
};
const REFUSALS: Record<string, string> = {
  exists: 'invitation.sign_in_required',
  member: 'invitation.sign_in_required',
  set_up: 'invitation.set_up_first',
  closed: 'invitation.account_closed',
};

async function invite(email: string, cookie = here.admin.cookie) {
  const reply = await post('/api/invitations', { email }, cookie);
  expect(reply.statusCode).toBe(201);
  return reply.json<{ invitation: { id: string } }>().invitation.id;
}

const tokenOf = (id: string, channel: Channel) =>
  invitationLink(server.platform.config, { id, generation: 1 }, channel).split('/').at(-1)!;
const accept = (token: string) =>
  post('/api/invitations/accept', { token, first_name: 'Eva', last_name: 'Ruiz', password: PASSWORD });
const isVerified = async (email: string) =>
  (await run('select "emailVerified" as verified from auth."user" where "email" = $1', email)).rows[0]
    ?.verified as boolean;

/** Through the door, by whatever the way in offers; where the person belongs elsewhere, the code that says so. */
const THROUGH: Record<string, (token: string, email: string, who: Who, channel: Channel) => Promise<void>> = {
  async none(token, email, _who, channel) {
    const accepted = await accept(token);
    expect(accepted.json().session.organization.id).toBe(here.organization.id);
    expect(await isVerified(email)).toBe(channel === 'mail');
    expect((await signIn(email, OLD)).statusCode).toBe(401);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  },
  async exists(token, email, who) {
    // Whoever does not know the password is mailed a link to choose another.
    await post('/api/password-resets', { email });
    await answerPasswordRequests(server.platform);
    const chosen = { token: await setUpLink(email), password: PASSWORD };
    expect((await post('/api/password-resets/complete', chosen)).statusCode).toBe(204);
    const joined = await post('/api/invitations/join', { token }, await cookieOf(email));
    const answer = joined.json();
    expect(answer.session?.organization.id ?? answer.code).toBe(
      who.includes('elsewhere') ? 'invitation.other_organization' : here.organization.id,
    );
  },
  async set_up(token, email, who) {
    await post('/api/password-resets', { email });
    await answerPasswordRequests(server.platform);
    const chosen = { token: await setUpLink(email), password: PASSWORD };
    expect((await post('/api/password-resets/complete', chosen)).statusCode).toBe(204);
    const next = who.includes('elsewhere') ? 'exists' : 'member';
    expect((await post('/api/invitations/open', { token })).json().account).toBe(next);
  },
  member: async (_token, email) => expect((await signIn(email, OLD)).statusCode).toBe(200),
  closed: async (_token, email) => expect(await queuedMails(server.database, email)).toEqual([]),
};

// I10
describe.each(Object.keys(PEOPLE) as Who[])('an invitation to %s', (who) => {
  test.each(['mail', 'copy'] as const)('ends in a sentence or in the door: %s', async (channel) => {
    const email = `invitada-${unique()}@example.test`;
    const token = tokenOf(await invite(email), channel);
    await PEOPLE[who](email);
    const expected = WAYS[who];
    const way = typeof expected === 'string' ? expected : expected[channel];
    expect((await post('/api/invitations/open', { token })).json().account).toBe(way);
    const refused = way === 'none' ? undefined : (await accept(token)).json().code;
    expect(refused).toBe(REFUSALS[way]);
    await THROUGH[way]!(token, email, who, channel);
  });
});

// I10
test.each([
  ['a profile without account', 'not_set_up'],
  ['an account of the same organization', 'already_member'],
  ['somebody in the bin', 'in_bin'],
  ['somebody inactive', 'inactive'],
] as const)('the admin is told at once what helps instead of inviting %s', async (who, known) => {
  const email = `conocida-${unique()}@example.test`;
  await PEOPLE[who](email);
  const reply = await post('/api/invitations', { email }, here.admin.cookie);
  const { rows } = await run('select id from profiles where email = $1', email);
  expect(reply.json()).toMatchObject({ code: `invitation.${known}`, params: { user_id: rows[0]?.id } });
  const dry = await post('/api/invitations/check', { emails: [email] }, here.admin.cookie);
  expect(dry.json()).toEqual({ results: [{ email, check: known }] });
});

// I10
test.each(Object.keys(PEOPLE).filter((who) => /elsewhere$|of an organization in/.test(who)) as Who[])(
  'inviting tells an admin nothing of another organization: %s',
  async (who) => {
    const email = `ajena-${unique()}@example.test`;
    await PEOPLE[who](email);
    const dry = await post('/api/invitations/check', { emails: [email] }, here.admin.cookie);
    expect(dry.json()).toEqual({ results: [{ email, check: 'ok' }] });
    await invite(email);
  },
);

// I10
test.each([
  ['canceled', `subscription_status = 'canceled'`],
  ['inactive', `subscription_status = 'inactive'`],
  ['in the bin', 'deleted_at = now()'],
])('the link to an organization that is %s says so, on both channels', async (_name, set) => {
  const organization = await server.makeOrganization();
  const admin = await server.makePerson({ role: 'admin', organization_id: organization.id });
  const id = await invite(`invitada-${unique()}@example.test`, admin.cookie);
  await run(`update organizations set ${set} where id = $1`, organization.id);
  for (const channel of ['mail', 'copy'] as const)
    for (const answer of [
      await post('/api/invitations/open', { token: tokenOf(id, channel) }),
      await accept(tokenOf(id, channel)),
    ])
      expect(answer.json()).toMatchObject({
        code: 'invitation.organization_closed',
        params: { organization: organization.name },
      });
});

// A12, I10
test('what a stranger left on an unproved account goes with it: sessions, keys and the name', async () => {
  const email = `invitada-${unique()}@example.test`;
  const stranger = await server.makePerson({
    email,
    email_verified: false,
    password_hash,
    first_name: 'Mal',
  });
  await run(
    `insert into api_keys (profile_id, name, prefix, token_hash, scopes, expires_at)
     values ($1, 'una clave', 'atalaya_abcd', sha256($2::text::bytea), '{tickets:read}', now() + interval '1 day')`,
    stranger.id,
    email,
  );
  expect((await accept(tokenOf(await invite(email), 'mail'))).json().session.profile.first_name).toBe('Eva');
  const session = await server.send({ url: '/api/session', cookie: stranger.cookie });
  expect(session.json().session).toBeNull();
  for (const [table, column] of [
    ['profiles', 'id'],
    ['api_keys', 'profile_id'],
  ])
    expect((await run(`select 1 from ${table} where ${column} = $1`, stranger.id)).rows).toEqual([]);
});

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
/** The same for the preparations of a test: throws where one fails. */
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

/** A person whose organization became this. */
async function inOrganization(email: string, set: string): Promise<void> {
  const { id } = await server.makeOrganization();
  await server.makePerson({ email, organization_id: id, password_hash });
  await run(`update organizations set ${set} where id = $1`, id);
}

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
  'an unverified account of the same organization': async (email: string) => {
    const organization_id = here.organization.id;
    await server.makePerson({ email, organization_id, email_verified: false, password_hash });
  },
  'somebody of a canceled organization': (email: string) =>
    inOrganization(email, `subscription_status = 'canceled'`),
  'somebody of an inactive organization': (email: string) =>
    inOrganization(email, `subscription_status = 'inactive'`),
  'somebody of an organization in the bin': (email: string) => inOrganization(email, 'deleted_at = now()'),
  'a super_admin': async (email: string) => {
    await server.makePerson({ email, role: 'super_admin', password_hash });
  },
  'a super_admin without account': async (email: string) => {
    const person = { first_name: 'Eva', last_name: 'Sol', email, role: 'super_admin' };
    await sent('/api/users', person, here.super_admin.cookie);
  },
  'a profile without account of a canceled organization': async (email: string) => {
    const { id: organization_id } = await server.makeOrganization();
    const person = { first_name: 'Eva', last_name: 'Sol', email, role: 'user', organization_id };
    await sent('/api/users', person, here.super_admin.cookie);
    await run(`update organizations set subscription_status = 'canceled' where id = $1`, organization_id);
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
  'an unverified account of the same organization': 'member',
  'somebody of a canceled organization': 'exists',
  'somebody of an inactive organization': 'exists',
  'somebody of an organization in the bin': 'closed',
  'a super_admin': 'exists',
  'a super_admin without account': 'set_up',
  'a profile without account of a canceled organization': 'set_up',
};
/** What joining answers to a person who has signed in; those who are not listed join. */
const JOINS: Partial<Record<Who, string>> = {
  'a profile without account': 'invitation.already_member',
  'a profile without account elsewhere': 'invitation.other_organization',
  'an unverified account elsewhere': 'invitation.other_organization',
  'an account elsewhere': 'invitation.other_organization',
  'an account of the same organization': 'invitation.already_member',
  'an unverified account of the same organization': 'invitation.already_member',
  'somebody of a canceled organization': 'invitation.other_organization',
  'somebody of an inactive organization': 'invitation.other_organization',
  'a super_admin': 'invitation.other_organization',
  'a super_admin without account': 'invitation.other_organization',
  'a profile without account of a canceled organization': 'invitation.other_organization',
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

/** A person who does not know the password, or has none yet, is mailed a link to choose one. */
async function chooseAnother(email: string): Promise<void> {
  await post('/api/password-resets', { email });
  await answerPasswordRequests(server.platform);
  const chosen = { token: await setUpLink(email), password: PASSWORD };
  expect((await post('/api/password-resets/complete', chosen)).statusCode).toBe(204);
}

/** Signed in, by the link once more: in the organization, or the code that says why not. */
async function join(token: string, email: string, who: Who): Promise<void> {
  const answer = (await post('/api/invitations/join', { token }, await cookieOf(email))).json();
  expect(answer.session?.organization.id ?? answer.code).toBe(JOINS[who] ?? here.organization.id);
  // Refused, the invitation is still there to be declined, and the seat is free again.
  if (JOINS[who]) await sent('/api/invitations/decline', { token });
}

/** Accepts an invitation in each way in; where the person belongs elsewhere, the code of the refusal. */
const THROUGH: Record<string, (token: string, email: string, who: Who, channel: Channel) => Promise<void>> = {
  async none(token, email, _who, channel) {
    const accepted = await accept(token);
    expect(accepted.json().session.organization.id).toBe(here.organization.id);
    expect(await isVerified(email)).toBe(channel === 'mail');
    expect((await signIn(email, OLD)).statusCode).toBe(401);
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200);
  },
  async exists(token, email, who) {
    await chooseAnother(email);
    await join(token, email, who);
  },
  async set_up(token, email, who) {
    await chooseAnother(email);
    const next = JOINS[who] === 'invitation.already_member' ? 'member' : 'exists';
    expect((await post('/api/invitations/open', { token })).json().account).toBe(next);
    await join(token, email, who);
  },
  async member(token, email, who) {
    await chooseAnother(email);
    await join(token, email, who);
  },
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

const ACCOUNTS = ['no account', 'an unproved account', 'an account'] as const;
const STATES = ['active', 'inactive', 'in the bin'] as const;
/** Where people with a profile are; what becomes of an organization that is not named by a cast. */
const PLACES = {
  nowhere: null,
  here: null,
  elsewhere: null,
  'in a canceled organization': `subscription_status = 'canceled'`,
  'in an inactive organization': `subscription_status = 'inactive'`,
  'in an organization in the bin': 'deleted_at = now()',
  'above all organizations': null,
} as const;
type Place = keyof typeof PLACES;

/** Makes a person of that place, account and state. */
async function makeKnown(email: string, place: Place, account: string, state: string): Promise<void> {
  const set = PLACES[place];
  const cast = { here: here.organization.id, elsewhere: there.organization.id }[place as string];
  const organization_id = set ? (await server.makeOrganization()).id : (cast ?? null);
  const { id } = await server.makePerson({
    email,
    role: place === 'above all organizations' ? 'super_admin' : 'user',
    organization_id,
    email_verified: account === 'an account',
    is_active: state !== 'inactive',
  });
  if (account === 'no account') {
    await run('update profiles set user_id = null where id = $1', id);
    await run('delete from auth."user" where email = $1', email);
  }
  if (state === 'in the bin') await inBin(id);
  if (set) await run(`update organizations set ${set} where id = $1`, organization_id);
}

function wayOf(place: Place, account: string, state: string, channel: Channel): string {
  if (state !== 'active' || place === 'in an organization in the bin') return 'closed';
  if (account === 'no account') return 'set_up';
  if (place === 'here') return 'member';
  return place === 'nowhere' && account === 'an unproved account' && channel === 'mail' ? 'none' : 'exists';
}

// I10
test.each(
  (Object.keys(PLACES) as Place[]).flatMap((place) =>
    ACCOUNTS.flatMap((account) => STATES.map((state) => ({ place, account, state }))),
  ),
)('a person $place with $account, $state, is shown their way in', async ({ place, account, state }) => {
  const email = `invitada-${unique()}@example.test`;
  const id = await invite(email);
  await makeKnown(email, place, account, state);
  for (const channel of ['mail', 'copy'] as const) {
    const way = wayOf(place, account, state, channel);
    const { account: shown } = (await post('/api/invitations/open', { token: tokenOf(id, channel) })).json();
    expect([channel, shown]).toEqual([channel, way]);
    // Only the people who are shown the form come in by it.
    const form = way === 'none' ? undefined : (await accept(tokenOf(id, channel))).json().code;
    expect([channel, form]).toEqual([channel, REFUSALS[way]]);
  }
});

// I10
describe('signed in as somebody else', () => {
  test('joining is refused with a sentence, and who signs out comes in by the same link', async () => {
    const email = `invitada-${unique()}@example.test`;
    const token = tokenOf(await invite(email), 'mail');
    for (const other of [there.user, here.admin, here.super_admin, here.stranger]) {
      const refused = await post('/api/invitations/join', { token }, other.cookie);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'invitation.wrong_account']);
    }
    expect((await post('/api/invitations/open', { token }, there.user.cookie)).json().account).toBe('none');
    expect((await accept(token)).json().session.organization.id).toBe(here.organization.id);
  });

  test('the form ends the session that the browser had', async () => {
    const other = await server.makePerson({ organization_id: there.organization.id });
    const email = `invitada-${unique()}@example.test`;
    const token = tokenOf(await invite(email), 'mail');
    const form = { token, first_name: 'Eva', last_name: 'Ruiz', password: PASSWORD };
    const accepted = await post('/api/invitations/accept', form, other.cookie);
    expect(accepted.json().session.profile.email).toBe(email);
    const before = await server.send({ url: '/api/session', cookie: other.cookie });
    expect(before.json().session).toBeNull();
  });
});

// I10
describe('the ways out that a refusal names', () => {
  test('who belongs elsewhere is moved by a super_admin, or invited with another address', async () => {
    const email = `invitada-${unique()}@example.test`;
    const token = tokenOf(await invite(email), 'mail');
    const { id } = await server.makePerson({ email, organization_id: there.organization.id, password_hash });
    const moved = await server.send({
      method: 'PATCH',
      url: `/api/users/${id}`,
      payload: { version: 1, organization_id: here.organization.id },
      cookie: here.super_admin.cookie,
    });
    expect(moved.statusCode).toBe(200);
    expect((await post('/api/invitations/open', { token })).json().account).toBe('member');
    expect((await signIn(email, OLD)).json().session.organization.id).toBe(here.organization.id);
    const another = tokenOf(await invite(`otra-${unique()}@example.test`), 'mail');
    expect((await accept(another)).json().session.organization.id).toBe(here.organization.id);
  });

  test('whose account is closed is active again once whoever manages it says so', async () => {
    const email = `invitada-${unique()}@example.test`;
    const token = tokenOf(await invite(email), 'mail');
    const organization_id = here.organization.id;
    const person = await server.makePerson({ email, organization_id, is_active: false, password_hash });
    expect((await post('/api/invitations/open', { token })).json().account).toBe('closed');
    const chosen = { action: { type: 'activate' }, chosen: { ids: [person.id] } };
    await sent('/api/users/bulk', chosen, here.admin.cookie);
    expect((await post('/api/invitations/open', { token })).json().account).toBe('member');
    expect((await signIn(email, OLD)).statusCode).toBe(200);
  });

  test('who has to set up a second factor first is told so, and joins once it is no longer asked for', async () => {
    const email = `invitada-${unique()}@example.test`;
    const token = tokenOf(await invite(email), 'mail');
    const { cookie } = await server.makePerson({ email });
    await run('update settings set two_factor_required = true where organization_id is null');
    await run(
      `insert into settings (two_factor_required) select true
       where not exists (select from settings where organization_id is null)`,
    );
    try {
      const refused = await post('/api/invitations/join', { token }, cookie);
      expect(refused.json().code).toBe('session.two_factor_required');
    } finally {
      await run('update settings set two_factor_required = false where organization_id is null');
    }
    const joined = await post('/api/invitations/join', { token }, cookie);
    expect(joined.json().session.organization.id).toBe(here.organization.id);
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

/** Why a person of that place, account and state is not to be invited here, for a super_admin, who may know it. */
function refusalOf(place: Place, account: string, state: string): string | null {
  const ending = { active: '', inactive: '_inactive', 'in the bin': '_in_bin' }[state]!;
  if (place === 'here') {
    if (ending) return ending.slice(1);
    return account === 'no account' ? 'not_set_up' : 'already_member';
  }
  if (place === 'above all organizations') return `super_admin${ending}`;
  if (place === 'nowhere') return ending && `unassigned${ending}`;
  return place === 'in an organization in the bin' ? 'elsewhere_closed' : `elsewhere${ending}`;
}
/** How who is not refused comes in, said to a super_admin beside the success. */
const accountOf = (place: Place, account: string) =>
  place === 'nowhere' ? ({ 'no account': 'set_up', 'an account': 'exists' }[account] ?? null) : null;

// I10
describe.each(['admin', 'super_admin'] as const)('told to %s', (who) => {
  const to = () => ({ organization_id: here.organization.id });
  test.each(
    (Object.keys(PLACES) as Place[]).flatMap((place) =>
      ACCOUNTS.flatMap((account) => STATES.map((state) => ({ place, account, state }))),
    ),
  )(
    'a person $place with $account, $state: invited, sent again, copied',
    async ({ place, account, state }) => {
      const { cookie } = here[who];
      const known = who === 'super_admin' || place === 'here' ? refusalOf(place, account, state) : null;
      const told = known ? { status: 409, code: `invitation.${known}` } : { status: 200, code: undefined };
      const said = (reply: { statusCode: number; json(): { code?: string } }) => ({
        status: reply.statusCode === 201 ? 200 : reply.statusCode,
        code: reply.json().code,
      });

      const email = `conocida-${unique()}@example.test`;
      await makeKnown(email, place, account, state);
      const { rows } = await run(
        'select p.id, o.name from profiles p left join organizations o on o.id = p.organization_id where p.email = $1',
        email,
      );
      const dry = await post('/api/invitations/check', { emails: [email], ...to() }, cookie);
      const other = known?.startsWith('elsewhere') ? { organization: rows[0]?.name } : {};
      expect(dry.json()).toEqual({ results: [{ email, check: known || 'ok', ...other }] });
      const invited = await post('/api/invitations', { email, ...to() }, cookie);
      expect(said(invited)).toEqual(told);
      const { params, account: first } = invited.json();
      const comesIn = who === 'super_admin' ? accountOf(place, account) : null;
      expect(known ? params : first).toEqual(known ? { user_id: rows[0]?.id, ...other } : comesIn);

      // Became so since the invitation was sent.
      const later = `invitada-${unique()}@example.test`;
      const id = await invite(later);
      await makeKnown(later, place, account, state);
      const mails = (await queuedMails(server.database, later)).length;
      expect(said(await post(`/api/invitations/${id}/link`, {}, cookie))).toEqual(told);
      expect(said(await post(`/api/invitations/${id}/resend`, {}, cookie))).toEqual(told);
      expect(known && (await queuedMails(server.database, later)).length > mails).toBeFalsy();
    },
  );
});

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

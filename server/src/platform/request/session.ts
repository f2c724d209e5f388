import { permissionsOfScopes } from '@atalaya/contract/key-scopes';
import type { Session } from '@atalaya/contract/session';
import { NOWHERE, mintActor, originOf } from '../core/actor.ts';
import type { Actor, Origin, SignedIn } from '../core/actor.ts';
import { hashToken } from '../core/token.ts';
import { KEYS_ELSEWHERE, bearerKey, networkOf } from './api-key.ts';
import { innerCallOf } from './inner-call.ts';
import { recordChange } from '../records/audit.ts';
import type { Db } from '../database/doors.ts';
import { isPublished } from '../process/demo.ts';
import { AppError } from '../core/errors.ts';
import { isWithin, takeFrom, takeFromClient } from '../limits/rate-limits.ts';
import type { Limit } from '../limits/rate-limits.ts';
import { isLocal } from '../core/loopback.ts';
import type { Asking } from '../core/loopback.ts';
import type { Platform } from '../process/platform.ts';
import {
  findKey,
  findPerson,
  findSession,
  insertKeyNetwork,
  insertProfile,
  linkPreparedProfile,
  renewSession,
} from '../accounts/session.queries.ts';
import type { PersonRow, SessionRow } from '../accounts/session.queries.ts';

/** An account, as far as its profile is concerned. */
type Person = {
  user_id: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  last_name: string;
};

/** Requests with one key, and with keys that are none from one address of the network. */
const KEY_CALLS: Limit = { name: 'api-key-calls', max: 600, seconds: 60 };
const WRONG_KEYS: Limit = { name: 'api-key-wrong', max: 30, seconds: 900 };
/** Networks that one key is first used from in a day and its owner is told of: who has many gets no flood of mails. */
const NEW_NETWORKS: Limit = { name: 'api-key-networks', max: 20, seconds: 86_400 };

/**
 * Who makes a request: by an API key where it carries one, else by its cookie. Never by both: with a key the cookie
 * is not read, which is why such a request needs no Origin. What a tool of an assistant asks is asked as whom it acts.
 * @throws api_key.invalid, request.rate_limited
 */
export async function readCaller(platform: Platform, request: Asker): Promise<SignedIn | null> {
  const { headers, method } = request;
  const inner = innerCallOf(headers);
  if (inner) return inner.signedIn;
  // A request that may change something reads from the primary, so that it sees its own changes.
  const replica = platform.database.hasReplica && method === 'GET';
  const token = bearerKey(headers.authorization);
  if (token !== null) return readKey(platform, request, { token, replica, door: 'api' });
  const found = await readSession(platform, headers.cookie, replica);
  return found && isPublished(found.actor.email) && !isLocal(request) ? null : found;
}

type Asker = Asking & Parameters<typeof originOf>[0] & { method: string };

/**
 * Who comes in by the door of assistants: by a token of an assistant, or by an API key; never by a cookie.
 * @throws api_key.invalid, assistant.off, request.rate_limited
 */
export async function readAssistant(platform: Platform, request: Asker): Promise<SignedIn | null> {
  const token = bearerKey(request.headers.authorization);
  return token === null ? null : readKey(platform, request, { token, replica: false, door: 'assistants' });
}

/** `door`: the token of an assistant opens its own alone. */
type Shown = { token: string; replica: boolean; door: 'api' | 'assistants' };

async function readKey(
  platform: Platform,
  request: Asker,
  { token, replica, door }: Shown,
): Promise<SignedIn> {
  const { ip } = request;
  const network = networkOf(ip);
  const row = await findKey(platform.database.kysely, hashToken(token), network, replica);
  const signedIn =
    row &&
    signedInOf(row, {
      session_id: row.key_id,
      api_key_id: row.key_id,
      permissions: permissionsOfScopes(row.scopes),
    });
  const isElsewhere = door === 'api' && row?.assistant_host != null;
  if (!signedIn || isElsewhere || (isPublished(signedIn.actor.email) && !isLocal(request))) {
    await takeFromClient(platform, WRONG_KEYS, ip);
    throw new AppError('api_key.invalid');
  }
  if (door === 'assistants' && !row.assistants_on) throw new AppError('assistant.off');
  await takeFrom(platform, KEY_CALLS, row.key_id);
  if (!row.is_known_network) await noteNewNetwork(platform, signedIn.actor, network, request);
  return signedIn;
}

/** A copied key is used from elsewhere: its owner is told, once for each network. */
async function noteNewNetwork(
  platform: Platform,
  actor: Actor,
  network: string,
  asking: Parameters<typeof originOf>[0],
): Promise<void> {
  const { api_key_id, organization_id } = actor;
  if (api_key_id === null || !(await isWithin(platform, NEW_NETWORKS, api_key_id))) return;
  const origin = originOf(asking);
  await platform.database.withSystem('a key is used from a new network', async (db) => {
    if (!(await insertKeyNetwork(db, api_key_id, network))) return;
    const change = { action: 'api_key.used_elsewhere', object_type: 'api_key', object_id: api_key_id };
    await recordChange(db, { actor, origin }, { ...change, organization_id, after: { network } });
    await platform.jobs.send(db, KEYS_ELSEWHERE, { api_key_id, ip_address: asking.ip });
  });
}

/**
 * Turns a Cookie header into who is signed in, or null: no or a forged cookie, a session that has ended, a person
 * who is inactive or deleted. Read afresh for every request, so that every change bites at the next one.
 */
export async function readSession(
  platform: Pick<Platform, 'database' | 'accounts'>,
  cookieHeader: string | undefined,
  replica = false,
): Promise<SignedIn | null> {
  const token = platform.accounts.readCookie(cookieHeader);
  if (token === null) return null;
  const { database } = platform;
  let row = await findSession(database.kysely, token, replica);
  if (row?.profile_id === null) {
    const person = personOf(row);
    await database.withSystem('session: the account has no profile yet', (db) =>
      healProfile(db, person, NOWHERE),
    );
    row = await findSession(database.kysely, token, replica);
  }
  const signedIn = bySession(row);
  if (signedIn && row?.renewal_due) await renewSession(database.kysely, row.session_id);
  return signedIn;
}

/** Who a session belongs to that the caller's transaction has opened; null where that person may not sign in. */
export async function readOpenedSession(db: Db, token: string, origin: Origin): Promise<SignedIn | null> {
  const row = await findSession(db, token);
  if (row?.profile_id !== null) return bySession(row);
  await healProfile(db, personOf(row), origin);
  return bySession(await findSession(db, token));
}

/**
 * Gives an account its profile: the one prepared under its address, if that address is verified, else a new one
 * without organization. Nothing happens where the address is another profile's and not verified.
 */
async function healProfile(db: Db, person: Person, origin: Origin): Promise<void> {
  const by = { actor: null, origin };
  const { user_id, email } = person;
  const linked = person.email_verified ? await linkPreparedProfile(db, user_id, email) : null;
  if (linked) {
    await recordChange(db, by, {
      action: 'user.account_linked',
      object_type: 'user',
      object_id: linked.id,
      organization_id: linked.organization_id,
      after: { user_id },
    });
    return;
  }
  const names = { first_name: person.first_name || email.replace(/@.*/, ''), last_name: person.last_name };
  const created = await insertProfile(db, { user_id, email, ...names });
  if (!created) return;
  await recordChange(db, by, {
    action: 'user.created',
    object_type: 'user',
    object_id: created.id,
    organization_id: null,
    after: { user_id, email, ...names },
  });
}

const personOf = (row: SessionRow): Person => ({
  user_id: row.user_id,
  email: row.user_email,
  email_verified: row.email_verified,
  first_name: row.user_first_name,
  last_name: row.user_last_name,
});

/**
 * The person who asked for a job, or answers by mail, as stored now: null once they may no longer sign in. Read again
 * for each part of the work, so that a right that is taken away ends their jobs as it ends their requests.
 */
export async function readActorOfJob(
  { database }: Pick<Platform, 'database'>,
  profile_id: string,
): Promise<Actor | null> {
  const row = await findPerson(database.kysely, profile_id, database.hasReplica);
  return row && (signedInOf(row, BY_NOTHING)?.actor ?? null);
}

/** Outside any request. */
const BY_NOTHING: Credential = { session_id: '', api_key_id: null, permissions: null };

const bySession = (row: SessionRow | null) =>
  row && signedInOf(row, { session_id: row.session_id, api_key_id: null, permissions: null });

/** What a request is made with, and what that admits. */
type Credential = Pick<Actor, 'session_id' | 'api_key_id' | 'permissions'>;

function signedInOf(row: PersonRow, by: Credential): SignedIn | null {
  if (row.profile_id === null) return null;
  if (!row.is_active || row.deleted_at !== null || row.organization_deleted) return null;
  const { profile_id, email, first_name, last_name, role, language, organization_id } = row;
  const actor = mintActor({
    profile_id,
    user_id: row.user_id,
    ...by,
    role,
    organization_id,
    organization_status: row.organization_status,
    email,
    first_name,
    last_name,
    language,
    must_set_up_two_factor: twoFactorOf(row) === 'required',
    log_position: row.log_position ?? null,
  });
  return { actor, session: sessionOf(row) };
}

function twoFactorOf(row: PersonRow): Session['two_factor'] {
  if (row.two_factor_enabled) return 'on';
  return row.two_factor_required ? 'required' : 'off';
}

function sessionOf(row: PersonRow & { profile_id: string }): Session {
  const { organization_id, organization_name, organization_slug, organization_status } = row;
  return {
    profile: {
      id: row.profile_id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      role: row.role,
      avatar_url: row.avatar_url,
      language: row.language,
      theme: row.theme,
      created_at: row.created_at.toISOString(),
      version: row.version,
    },
    two_factor: twoFactorOf(row),
    organization:
      organization_id !== null &&
      organization_name !== null &&
      organization_slug !== null &&
      organization_status
        ? {
            id: organization_id,
            name: organization_name,
            slug: organization_slug,
            subscription_status: organization_status,
          }
        : null,
    live_after: null,
  };
}

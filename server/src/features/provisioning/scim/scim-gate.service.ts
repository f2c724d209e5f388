import { randomInt } from 'node:crypto';
import { hashToken, newToken } from '../../../platform/core/token.ts';
import { workingTogether } from '../../../platform/core/together.ts';
import { takeFrom, takeFromClient } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { findClient, insertRequests, trimRequests } from '../provisioning.queries.ts';
import type { Logged } from '../provisioning.queries.ts';
import { ScimError } from './scim-error.ts';
import type { Client } from './scim-turn.service.ts';

/** Who may come in by SCIM, and what is kept of what they ask. */

const MARK = 'scim_';
const PREFIX_LENGTH = 12;

/** A new token of 256 bits: `token` is told once, the rest is kept. */
export function makeScimToken(): { token: string; prefix: string; token_hash: Buffer } {
  const token = MARK + newToken();
  return { token, prefix: token.slice(0, PREFIX_LENGTH), token_hash: hashToken(token) };
}

/** Of one token; a first synchronization of thousands asks some hundred times a second. */
const CALLS = { name: 'scim-calls', max: 60_000, seconds: 60 };
const WRONG = { name: 'scim-wrong', max: 30, seconds: 900 };

/** @throws ScimError 401; request.rate_limited */
export async function readClient(
  platform: Platform,
  { authorization, ip }: { authorization: string | undefined; ip: string },
): Promise<Client> {
  const token = /^Bearer +(scim_[\w-]{20,80})$/i.exec(authorization ?? '')?.[1];
  const token_hash = token ? hashToken(token) : null;
  const { client } = token_hash
    ? await askTogether(platform, token_hash.toString('hex'), token_hash)
    : { client: null };
  if (client) return client;
  await takeFromClient(platform, WRONG, ip);
  throw new ScimError(401, undefined, 'A bearer token of this connection is needed');
}

/** Requests that are let in, or whose log is written, in one go. */
const TOGETHER_MAX = 100;

/** Whose token it is, looked up and counted once for all requests that wait for that. */
const askTogether = workingTogether<Platform, Buffer, { client: Client | null }>(
  { most: TOGETHER_MAX },
  async (platform, hashes) => {
    const [token_hash] = hashes;
    // One statement, as the session of a person is read.
    const found = token_hash && (await findClient(platform.database.kysely, token_hash));
    if (!found) return hashes.map(() => ({ client: null }));
    await takeFrom(platform, CALLS, found.id, hashes.length);
    const { id: token_id, connection_id, organization_id } = found;
    return hashes.map(() => ({ client: { token_id, connection_id, organization_id } }));
  },
);

const KEPT_CHARACTERS = 4_000;
const PATH_MAX = 1_000;
const clipped = (text: string | null, max = KEPT_CHARACTERS) =>
  text === null ? null : text.slice(0, max).toWellFormed().replaceAll('\u0000', '');

/** The log is trimmed at one request of so many, each process for itself. */
const TRIMMED_EACH = 100;

/** Keeps what was asked, answered and changed. */
export async function keepRequest(
  platform: Platform,
  client: Client,
  logged: Omit<Logged, keyof Client>,
): Promise<void> {
  await keepTogether(platform, client.connection_id, {
    ...client,
    ...logged,
    path: clipped(logged.path, PATH_MAX) ?? '',
    request: clipped(logged.request),
    answer: clipped(logged.answer),
    changes: logged.changes.slice(0, 100),
  });
}

const keepTogether = workingTogether<Platform, Logged, true>(
  { most: TOGETHER_MAX },
  async (platform, requests) => {
    const [first] = requests;
    if (!first) return [];
    await platform.database.withOrganization(first.organization_id, async (db) => {
      await insertRequests(db, requests);
      if (randomInt(TRIMMED_EACH) < requests.length) await trimRequests(db, first.connection_id);
    });
    return requests.map(() => true);
  },
);

/** A body for the log: no password in it. */
export const forLog = (body: unknown): string | null =>
  body === undefined || body === null
    ? null
    : JSON.stringify(body, (key, value: unknown) => (key.toLowerCase() === 'password' ? '…' : value));

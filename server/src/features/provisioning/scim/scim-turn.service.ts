import { isReadOnly } from '@atalaya/contract/permissions';
import type { ProvisionedChange } from '@atalaya/contract/provisioning';
import type { Origin } from '../../../platform/core/actor.ts';
import { AppError, isTooSlow, isUnavailable } from '../../../platform/core/errors.ts';
import { workingTogether } from '../../../platform/core/together.ts';
import type { Outcome } from '../../../platform/core/together.ts';
import type { TenantDb } from '../../../platform/database/database.ts';
import { isFirst } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { THE_SERVER } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import { openSigner } from '../../../platform/signing/signing-keys.ts';
import type { Signer } from '../../../platform/signing/signing-keys.ts';
import type { ConnectionRow } from '../../connections/connections.service.ts';
import { getConnection } from '../../connections/connections.service.ts';
import { endUnguarded } from '../../enforcement/enforcement.service.ts';
import { notify } from '../../notifications/notify.service.ts';
import { lockOrganizations } from '../../seats/seats.rules.ts';
import { countAdmins } from '../../users/users-provider.service.ts';
import { readStatus } from '../provisioning.queries.ts';
import { ScimError, notFound, notUnique } from './scim-error.ts';

/** Who asks: the provider of a connection, by one of its tokens. */
export type Client = Ties & { token_id: string };
/** In the name of which connection something changes. */
type Ties = { connection_id: string; organization_id: string };

/** A transaction in which requests of a connection change something; it sees the organization of the connection alone. */
export type Turn = {
  platform: Platform;
  db: TenantDb;
  client: Ties;
  connection: ConnectionRow;
  signer: Signer;
  /** The subscription of the organization is over: people are taken away, and nothing else changes. */
  is_read_only: boolean;
};
/** What one request changes, with nothing else in its transaction. */
export type OwnTurn = Turn & { by: Author; changes: ProvisionedChange[] };

/** What the provider reads. */
export function readAsClient<T>(
  platform: Platform,
  { organization_id }: Client,
  fn: (db: TenantDb) => Promise<T>,
): Promise<T> {
  return platform.database.withOrganization(organization_id, fn);
}

/** Does what several requests ask for in one transaction; of each, in their order, what became of it. */
export type Together<Asked, Result> = (turn: Turn, asked: Asked[]) => Promise<Outcome<Result>[]>;

/** A request that waits for its turn. */
type Waiting<Asked = unknown, Result = unknown> = {
  asked: Asked;
  work: Together<Asked, Result>;
  /** What it is about: two requests that share one of these are not done together. */
  touches: string[];
  /** For the log; none where it is refused. */
  changes: ProvisionedChange[];
};
type Placed = Waiting & { client: Ties };

/**
 * A change by the provider: its organization is locked first, since seats and admins are counted. What comes while
 * others of the organization have their turn waits here and not at the lock, where it would hold one of the few
 * connections to the database that others need; what can be done together then shares a transaction, and the time that
 * its commit takes. Losing the last admin is no reason to refuse, and is told to all super_admins; losing the last one
 * with emergency access ends the requirement of single sign-on; that no seat is left is told to the admins, once a day.
 * @throws ScimError; server.unavailable (with Retry-After) where too many wait
 */
export async function changeTogether<Asked, Result>(
  platform: Platform,
  client: Ties,
  waiting: Waiting<Asked, Result>,
): Promise<Result> {
  try {
    return (await inTurn(platform, client.organization_id, { ...(waiting as Waiting), client })) as Result;
  } catch (error) {
    waiting.changes.length = 0;
    if (error instanceof AppError && error.code === 'organization.seats_full')
      await tellOfFullSeats(platform, client);
    throw scimErrorOf(error);
  }
}

/** The same for a change that is done alone. */
export async function changeAsClient<T>(
  platform: Platform,
  client: Ties,
  origin: Origin,
  changes: ProvisionedChange[],
  fn: (turn: OwnTurn) => Promise<T>,
): Promise<T> {
  const work: Together<null, { result: T }> = async (turn) => [
    { result: await fn({ ...turn, by: { actor: null, origin }, changes }) },
  ];
  return (await changeTogether(platform, client, { asked: null, work, touches: [], changes })).result;
}

/** Requests of one transaction: more than most providers have under way at once. */
const TOGETHER_MAX = 50;
/** More than the requests that a provider has under way at once. */
const WAITING_MAX = 200;

const inTurn = workingTogether<Platform, Placed, unknown>(
  { most: TOGETHER_MAX, waiting: WAITING_MAX, fits: isForTheSame },
  async (platform, waiting) => {
    try {
      return await inOneTransaction(platform, waiting);
    } catch (error) {
      if (waiting.length === 1 || isUnavailable(error) || isTooSlow(error)) throw error;
      // What nothing foresaw is the fault of one of them: each is done alone.
      const outcomes: Outcome<unknown>[] = [];
      for (const one of waiting) outcomes.push(await alone(platform, one));
      return outcomes;
    }
  },
);

function isForTheSame(waiting: readonly Placed[], { client, work, touches }: Placed): boolean {
  return waiting.every(
    (one) =>
      one.work === work &&
      one.client.connection_id === client.connection_id &&
      !one.touches.some((each) => touches.includes(each)),
  );
}

async function alone(platform: Platform, waiting: Placed): Promise<Outcome<unknown>> {
  try {
    const [outcome] = await inOneTransaction(platform, [waiting]);
    return outcome;
  } catch (error) {
    return error instanceof Error ? error : new Error('a request failed', { cause: error });
  }
}

async function inOneTransaction(platform: Platform, waiting: Placed[]): Promise<Outcome<unknown>[]> {
  const [first] = waiting;
  if (!first) return [];
  const { client, work } = first;
  const { organization_id } = client;
  const signer = await openSigner(platform);
  return platform.database.withOrganization(organization_id, async (db) => {
    if ((await lockOrganizations(db, [organization_id])).length === 0) throw notFound();
    const [connection, organization_status, admins] = await Promise.all([
      getConnection(db, client.connection_id),
      readStatus(db, organization_id),
      countAdmins(db, organization_id),
    ]);
    const is_read_only = isReadOnly({ role: 'admin', organization_status });
    const turn: Turn = { platform, db, client, connection, signer, is_read_only };
    for (const { changes } of waiting) changes.length = 0;
    const outcomes = await work(
      turn,
      waiting.map(({ asked }) => asked),
    );
    await endUnguarded(platform, db, THE_SERVER, organization_id);
    if (admins > 0 && (await countAdmins(db, organization_id)) === 0) await tellOfLastAdmin(turn);
    return outcomes;
  });
}

async function tellOfLastAdmin({ platform, db, connection }: Turn): Promise<void> {
  await notify(platform, db, {
    event: 'security.last_admin_lost',
    organization_id: connection.organization_id,
    object_type: 'connection',
    object_id: connection.id,
    to: 'super_admins',
    params: { name: connection.name },
  });
}

const SEATS_BELL = { name: 'scim-seats-full', max: 1, seconds: 86_400 };

async function tellOfFullSeats(platform: Platform, client: Ties): Promise<void> {
  if (!(await isFirst(platform, SEATS_BELL, client.connection_id))) return;
  await platform.database.withOrganization(client.organization_id, async (db) => {
    const { id, name, organization_id } = await getConnection(db, client.connection_id);
    await notify(platform, db, {
      event: 'connection.seats_full',
      organization_id,
      object_type: 'connection',
      object_id: id,
      to: 'admins',
      params: { name },
    });
  });
}

/** Refusals of ours in the words of SCIM. */
const IN_SCIM: Partial<Record<AppError['code'], () => ScimError>> = {
  'organization.seats_full': () =>
    new ScimError(403, 'seatsFull', 'The organization has no seat left for this person'),
  'user.email_taken': notUnique,
  'organization.domain_not_allowed': () =>
    new ScimError(400, 'invalidValue', 'The organization takes no addresses of this domain'),
  'object.not_found': notFound,
};

const scimErrorOf = (error: unknown): unknown =>
  error instanceof AppError ? (IN_SCIM[error.code]?.() ?? error) : error;

/** @throws ScimError 403 where the subscription of the organization is over */
export function requireWritable({ is_read_only }: Pick<Turn, 'is_read_only'>): void {
  if (is_read_only)
    throw new ScimError(
      403,
      undefined,
      'The subscription of the organization is over: people are only deactivated',
    );
}

/** @throws ScimError 412 where the client has seen another version */
export function requireMatch(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const strong = (text: string) => text.trim().replace(/^W\//, '');
  if (!ifMatch.split(',').some((one) => strong(one) === strong(tag)))
    throw new ScimError(412, undefined, 'The resource has changed');
}

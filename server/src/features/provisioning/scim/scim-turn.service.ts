import { isReadOnly } from '@atalaya/contract/permissions';
import type { ProvisionedChange } from '@atalaya/contract/provisioning';
import type { Origin } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { takingTurns } from '../../../platform/core/turns.ts';
import type { TenantDb } from '../../../platform/database/database.ts';
import { isFirst } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
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
import { listSuperAdminIds } from './scim-users.queries.ts';

/** Who asks: the provider of a connection, by one of its tokens. */
export type Client = Ties & { token_id: string };
/** In the name of which connection something changes. */
type Ties = { connection_id: string; organization_id: string };

/** A change in one transaction, which sees the organization of the connection alone. */
export type Turn = {
  platform: Platform;
  db: TenantDb;
  by: Author;
  client: Ties;
  connection: ConnectionRow;
  signer: Signer;
  changes: ProvisionedChange[];
  /** The subscription of the organization is over: people are taken away, and nothing else changes. */
  is_read_only: boolean;
};

/** What the provider reads. */
export function readAsClient<T>(
  platform: Platform,
  { organization_id }: Client,
  fn: (db: TenantDb) => Promise<T>,
): Promise<T> {
  return platform.database.withOrganization(organization_id, fn);
}

/**
 * A change by the provider: its organization is locked first, since seats and admins are counted. Losing the last admin
 * is no reason to refuse, and is told to all super_admins; losing the last one with emergency access ends the requirement
 * of single sign-on; that no seat is left is told to the admins, once a day.
 * @throws ScimError
 */
export async function changeAsClient<T>(
  platform: Platform,
  client: Ties,
  origin: Origin,
  changes: ProvisionedChange[],
  fn: (turn: Turn) => Promise<T>,
): Promise<T> {
  const { organization_id } = client;
  const signer = await openSigner(platform);
  try {
    return await inTurn(platform, organization_id, async (db) => {
      if ((await lockOrganizations(db, [organization_id])).length === 0) throw notFound();
      const connection = await getConnection(db, client.connection_id);
      const turn: Turn = {
        platform,
        db,
        by: { actor: null, origin },
        client,
        connection,
        signer,
        changes,
        is_read_only: isReadOnly({
          role: 'admin',
          organization_status: await readStatus(db, organization_id),
        }),
      };
      const admins = await countAdmins(db, organization_id);
      const result = await fn(turn);
      await endUnguarded(platform, db, turn.by, organization_id);
      if (admins > 0 && (await countAdmins(db, organization_id)) === 0) await tellOfLastAdmin(turn);
      return result;
    });
  } catch (error) {
    changes.length = 0;
    if (error instanceof AppError && error.code === 'organization.seats_full')
      await tellOfFullSeats(platform, client);
    throw scimErrorOf(error);
  }
}

/** More than the requests that a provider has under way at once. */
const WAITING_MAX = 200;
type Line = { turns: ReturnType<typeof takingTurns>; asking: number };
const lines = new Map<string, Line>();

/**
 * Changes of one organization wait here for each other and not at its lock, where each would hold one of the few
 * connections to the database that others need.
 * @throws server.unavailable (with Retry-After) where too many wait
 */
async function inTurn<T>(
  { database }: Platform,
  organization_id: string,
  fn: (db: TenantDb) => Promise<T>,
): Promise<T> {
  const line = lines.get(organization_id) ?? {
    turns: takingTurns({ atOnce: 1, waiting: WAITING_MAX }),
    asking: 0,
  };
  lines.set(organization_id, line);
  line.asking += 1;
  try {
    return await line.turns(() => database.withOrganization(organization_id, fn));
  } finally {
    line.asking -= 1;
    if (line.asking === 0) lines.delete(organization_id);
  }
}

async function tellOfLastAdmin({ platform, db, connection }: Turn): Promise<void> {
  await notify(platform, db, {
    event: 'security.last_admin_lost',
    organization_id: connection.organization_id,
    object_type: 'connection',
    object_id: connection.id,
    to: await listSuperAdminIds(db),
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
export function requireWritable({ is_read_only }: Turn): void {
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

import { localPartOf } from '@atalaya/contract/email-address';
import type { ConnectionRole } from '@atalaya/contract/connections';
import type { ErrorCode } from '@atalaya/contract/errors';
import { NAME_MAX } from '@atalaya/contract/limits';
import type { SignOnTest } from '@atalaya/contract/sso';
import type { Origin } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Browser, Started } from '../../platform/request/entry.ts';
import { requireAllowedDomain } from '../../platform/settings/settings.ts';
import { isUnclaimed, openSsoAccount } from '../account/accounts/account-creation.service.ts';
import { startSession } from '../account/accounts/sign-in.service.ts';
import { authorOf, getConnection, roleOfGroups } from '../connections/connections.service.ts';
import { ownsDomainOf } from '../domains/domains.service.ts';
import { accept } from '../invitations/invitation-acceptance.service.ts';
import {
  findKnownPerson,
  findWaiting,
  joinNewPerson,
  requireSeatFor,
} from '../invitations/joined-people.service.ts';
import { endUnguarded } from '../enforcement/enforcement.service.ts';
import { notifyOnScreen } from '../notifications/notify.service.ts';
import { tellOfRole } from '../notifications/security-news.service.ts';
import { lockOrganizations } from '../seats/seats.rules.ts';
import { countAdmins, lockKnownPeople, writePeople } from '../users/users-provider.service.ts';
import type { Person } from '../users/users-provider.service.ts';
import type { Claimed } from './sso-claims.ts';
import {
  findIdentity,
  findPersonOf,
  insertIdentity,
  insertSession,
  isAddressOfAnother,
  isKeptNoted,
  noteIdentityUse,
  saveAddress,
} from './sso.queries.ts';

type Connection = Awaited<ReturnType<typeof getConnection>>;
/** How a person whose identity is not known yet comes in. */
type Arrival =
  | { is: 'linked'; user_id: string | null; profile_id: string; email: string }
  | { is: 'created'; email: string; invitation: Awaited<ReturnType<typeof findWaiting>> };

/**
 * Lets in whom a provider has signed in: by the identity, else by an address of a domain that the organization has
 * proven, else as a new person of it.
 * @throws the codes of `arrivalOf`, organization.seats_full, sso.account_closed
 */
export async function enterBySso(
  platform: Platform,
  origin: Origin,
  connection_id: string,
  claimed: Claimed,
  browser: Pick<Browser, 'previous'>,
): Promise<Started> {
  try {
    return await platform.database.withSystem('sign in through a connection', async (db) => {
      const connection = await getConnection(db, connection_id);
      const key = { connection_id, issuer: claimed.issuer, subject: claimed.subject };
      const user_id =
        (await findIdentity(db, key)) ?? (await admit(platform, db, origin, connection, claimed));
      await follow(platform, db, { origin, connection, user_id, claimed });
      await noteIdentityUse(db, key);
      const { previous } = browser;
      const started = await startSession(platform, db, user_id, origin, {
        way: 'sso',
        second_factor: 'sso',
        previous,
      });
      // An identity leads into its own organization alone, and never to a person who was raised above it.
      const { role, organization_id } = started?.actor ?? {};
      if (!started || organization_id !== connection.organization_id || role === 'super_admin')
        throw new AppError('sso.account_closed', { details: { user_id } });
      await insertSession(db, started.actor.session_id, { ...key, sid: claimed.sid });
      return started;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'organization.seats_full')
      await tellSeatsFull(platform, connection_id, claimed);
    throw error;
  }
}

/**
 * Who comes in for the first time, in the caller's transaction; the organization is locked before its people. An
 * invitation that waits is accepted.
 */
async function admit(
  platform: Platform,
  db: SystemDb,
  origin: Origin,
  connection: Connection,
  claimed: Claimed,
): Promise<string> {
  const { organization_id } = connection;
  if ((await lockOrganizations(db, [organization_id])).length === 0) throw new AppError('sso.account_closed');
  const arrival = await arrivalOf(db, connection, claimed);
  const { email } = arrival;
  // Who has no name is called by the address.
  const first_name = claimed.first_name || localPartOf(email).slice(0, NAME_MAX);
  const names = { first_name, last_name: claimed.last_name };
  const profile_id = arrival.is === 'linked' ? arrival.profile_id : null;
  const user_id =
    (arrival.is === 'linked' ? arrival.user_id : null) ??
    (await openSsoAccount(db, origin, { ...names, email, profile_id }));
  if (!user_id) throw new AppError('sso.other_person');
  const key = { connection_id: connection.id, issuer: claimed.issuer, subject: claimed.subject };
  const about = { object_id: connection.id, organization_id };
  if (arrival.is === 'created') {
    const { invitation } = arrival;
    const role = invitation?.role ?? roleOfGroups(connection, claimed.groups);
    const id = await joinNewPerson(db, { ...names, email, user_id, role, organization_id });
    const created = { action: 'user.created', object_type: 'user', object_id: id, organization_id };
    await recordChange(db, { actor: null, origin }, { ...created, after: { email, role } });
    if (invitation)
      await accept(platform, db, { actor: null, origin }, invitation, { profile_id: id, channel: 'sign_on' });
  }
  await insertIdentity(db, key, { organization_id, user_id });
  const linked = { action: 'sign_on.linked', object_type: 'sign_on', ...about };
  await recordChange(db, { actor: null, origin }, { ...linked, after: { email } });
  return user_id;
}

/**
 * How a person would come in whose identity is not known; seats are counted for who is new.
 * @throws sso.no_email, sso.foreign_email, sso.other_person, sso.account_closed, organization.domain_not_allowed,
 *   organization.seats_full
 */
async function arrivalOf(
  db: SystemDb,
  { organization_id }: Connection,
  { email }: Claimed,
): Promise<Arrival> {
  if (email === null) throw new AppError('sso.no_email');
  if (!(await ownsDomainOf(db, organization_id, email))) throw new AppError('sso.foreign_email');
  const person = await findKnownPerson(db, email);
  // What others have registered for an address that they never proved is in no owner’s way.
  if ((person.user_id === null && person.profile_id === null) || (await isUnclaimed(db, email))) {
    await requireAllowedDomain(db, organization_id, email);
    const invitation = await findWaiting(db, { email, organization_id });
    await requireSeatFor(db, organization_id, invitation);
    return { is: 'created', email, invitation };
  }
  if (person.profile_id === null) throw new AppError('sso.other_person');
  if (person.role === 'super_admin' || person.organization_id !== organization_id)
    throw new AppError('sso.other_person');
  if (person.in_bin || !person.is_active) throw new AppError('sso.account_closed');
  return { is: 'linked', user_id: person.user_id, profile_id: person.profile_id, email };
}

/**
 * Names, address and role, of which the person is told, follow what the provider says now; the last admin stays one, and
 * of no group nothing follows.
 */
async function follow(
  platform: Platform,
  db: SystemDb,
  given: { origin: Origin; connection: Connection; user_id: string; claimed: Claimed },
): Promise<void> {
  const { origin, connection, user_id, claimed } = given;
  const { organization_id } = connection;
  const known = await findPersonOf(db, user_id);
  if (!known) return;
  const wanted = connection.groups.length > 0 ? roleOfGroups(connection, claimed.groups) : null;
  // Admins are counted where one would stop being one, and then the organization is locked before its people.
  const may_step_down = known.role === 'admin' && wanted === 'user';
  if (may_step_down) await lockOrganizations(db, [organization_id]);
  const locked = (await lockKnownPeople(db, [known.id])).get(known.id);
  if (!locked || locked.person.organization_id !== organization_id || locked.person.role === 'super_admin')
    return;
  const before = locked.person;
  await followAddress(db, given, before);
  const stays =
    wanted === null ||
    (before.role === 'admin' && !(may_step_down && (await countAdmins(db, organization_id)) > 1));
  const after = {
    ...before,
    first_name: claimed.first_name || before.first_name,
    last_name: claimed.last_name || before.last_name,
    role: stays ? before.role : wanted,
  };
  const by = { actor: null, origin };
  await writePeople(db, by, [{ before, after }]);
  if (after.role === before.role) return;
  await tellOfRole(platform, db, [before], { role: after.role, by: authorOf(connection) });
  await endUnguarded(platform, db, by, organization_id);
}

/**
 * The address follows into a domain that the organization has proven, where no other account has it; else it stays what
 * it is, which the log says once of each address.
 */
async function followAddress(
  db: SystemDb,
  { origin, connection, user_id, claimed: { email } }: Parameters<typeof follow>[2],
  { id: object_id, organization_id, email: before }: Person,
): Promise<void> {
  if (email === null || email === before) return;
  const is_ours = await ownsDomainOf(db, connection.organization_id, email);
  const follows = is_ours && !(await isAddressOfAnother(db, user_id, email));
  if (!follows && (await isKeptNoted(db, object_id, email))) return;
  if (follows) await saveAddress(db, user_id, email);
  const action = follows ? 'user.updated' : 'user.email_kept';
  await recordChange(
    db,
    { actor: null, origin },
    { action, object_type: 'user', object_id, organization_id, before: { email: before }, after: { email } },
  );
}

/** What would come of it, were this no test; nothing is changed. */
export async function previewOf(
  platform: Platform,
  connection_id: string,
  claimed: Claimed,
): Promise<Pick<SignOnTest, 'outcome' | 'code' | 'email' | 'role'>> {
  return platform.database.withSystem('what would come of a sign-in through a connection', async (db) => {
    const connection = await getConnection(db, connection_id);
    const role: ConnectionRole = roleOfGroups(connection, claimed.groups);
    const told = { email: claimed.email, role, code: null };
    const { issuer, subject } = claimed;
    if (await findIdentity(db, { connection_id, issuer, subject })) return { ...told, outcome: 'known' };
    try {
      return { ...told, outcome: (await arrivalOf(db, connection, claimed)).is };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ...told, outcome: 'refused', code: error.code satisfies ErrorCode };
    }
  });
}

async function tellSeatsFull(platform: Platform, connection_id: string, { email }: Claimed): Promise<void> {
  await platform.database.withSystem('tell that a person found no seat', async (db) => {
    const { organization_id, name } = await getConnection(db, connection_id);
    await notifyOnScreen(db, {
      event: 'security.sso_seats_full',
      organization_id,
      to: 'admins',
      object_type: 'connection',
      object_id: connection_id,
      params: { email: email ?? '', connection: name },
    });
  });
}

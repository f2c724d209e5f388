import type { ErrorCode } from '@atalaya/contract/errors';
import type { Role } from '@atalaya/contract/roles';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { chunksOf } from '../../platform/database/chunks.ts';
import { BULK_CHUNK } from '../../platform/records/bulk.ts';
import type { Refusals } from '../../platform/records/bulk.ts';
import { AppError } from '../../platform/core/errors.ts';
import { lastWithAccess } from '../enforcement/enforcement.rules.ts';
import { lockOrganizationsAs, outranks } from '../ranks/ranks.rules.ts';
import { readSeatsLeft } from '../seats/seats.rules.ts';
import { countActive, lockSuperAdmins, organizationsOf } from './user-standing.queries.ts';
import { lockUsers } from './users.queries.ts';
import type { UserRow } from './users.queries.ts';

/** Role, state and organization of a person: all that the rules about people look at. */
export type Standing = { role: Role; is_active: boolean; organization_id: string | null; in_bin: boolean };
/** The standing of a person who is not in the bin. */
export function standingOf({ role, is_active, organization_id }: UserRow): Standing {
  return { role, is_active, organization_id, in_bin: false };
}
export type StandingChange = { id: string; before: Standing; after: Standing };

const isSeated = (standing: Standing) => standing.is_active && !standing.in_bin;
const isActive = (standing: Standing, role: Role) => isSeated(standing) && standing.role === role;
const changed = ({ before, after }: StandingChange) =>
  before.role !== after.role ||
  before.is_active !== after.is_active ||
  before.organization_id !== after.organization_id ||
  before.in_bin !== after.in_bin;

type LockOptions = {
  where: 'listed' | 'bin';
  into?: string | null;
  also?: string[];
  /** The organization that all of them are of, so that none is a super_admin. */
  within?: string | undefined;
};

/**
 * Locks people whose standing is about to change, and what the rules about them count: the super_admins, their
 * organizations (and `into`, where they go, or `also`, where some may), their rows. Always in this order, so that two
 * of these never wait for each other.
 * @returns as many rows as exist for the actor, in the order of their ids
 * @throws session.forbidden when the actor has lost their own rights before the locks are taken; object.not_found
 *   for `into`
 */
export async function lockPeople(
  db: Db,
  actor: Actor,
  ids: string[],
  options: LockOptions,
): Promise<UserRow[]> {
  const people: UserRow[] = [];
  await lockPeopleInChunks(db, actor, ids, options, (rows) => people.push(...rows));
  return people;
}

/**
 * The same for more people than are kept in memory: `onRows` gets them, a chunk after the other.
 * @param ids of more than one chunk in ascending order
 */
export async function lockPeopleInChunks(
  db: Db,
  actor: Actor,
  ids: string[],
  options: LockOptions,
  onRows: (rows: UserRow[]) => void,
): Promise<void> {
  // Locked by one change of many, they would keep every other super_admin waiting.
  if (actor.role === 'super_admin' && options.within === undefined) await lockSuperAdmins(db);
  const organizations = options.within === undefined ? await organizationsOf(db, ids) : [options.within];
  const locked = await lockOrganizationsAs(db, actor, [
    ...organizations,
    ...(options.into ? [options.into] : []),
    ...(options.also ?? []),
  ]);
  if (options.into && !locked.includes(options.into)) throw new AppError('object.not_found');
  const isElsewhere = ({ organization_id }: UserRow) =>
    organization_id === null ? options.within !== undefined : !organizations.includes(organization_id);
  for (const chunk of chunksOf(ids, BULK_CHUNK)) {
    const people = await lockUsers(db, chunk, options.where);
    if (people.some(isElsewhere)) throw new AppError('object.stale');
    onRows(people);
  }
}

/**
 * Every rule about people (rank, oneself, the last super_admin, the last admin, emergency access, seats), for one person or for many. The
 * people are locked by `lockPeople` in the same transaction.
 * @throws the first of `refusalsOf`
 */
export async function requireAllowed(
  db: Db,
  actor: Actor,
  all: StandingChange[],
  options: { confirm_last_admin: boolean },
): Promise<void> {
  const [first] = (await refusalsOf(db, actor, all, options)).values();
  if (first) throw first;
}

/**
 * Whose change the rules refuse, and why: user.rank_too_low, user.self_forbidden, user.last_super_admin,
 * enforcement.last_person, user.last_admin, organization.seats_full. Where too few would be left or too many would come, the last admins are
 * refused together, and of the new people those for whom no seat is left. The others may be changed without them.
 * @throws object.not_found for an organization that the transaction may not see
 */
export async function refusalsOf(
  db: Db,
  actor: Actor,
  all: StandingChange[],
  options: { confirm_last_admin: boolean },
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const refuse = (code: ErrorCode, changes: StandingChange[]) => {
    for (const { id } of changes) if (!refusals.has(id)) refusals.set(id, new AppError(code));
  };
  const left = () => all.filter((change) => changed(change) && !refusals.has(change.id));
  refuse(
    'user.rank_too_low',
    all.filter(({ before, after }) => !outranks(actor, before.role, after.role)),
  );
  refuse(
    'user.self_forbidden',
    left().filter(({ id }) => id === actor.profile_id),
  );
  refuse('user.last_super_admin', await lastSuperAdmins(db, left()));
  refuse('enforcement.last_person', await lastBreakGlass(db, left()));
  if (!options.confirm_last_admin) refuse('user.last_admin', await lastAdmins(db, left()));
  refuse('organization.seats_full', await withoutSeat(db, left()));
  return refusals;
}

/** At least one active super_admin remains: who would be the last ones to go. */
async function lastSuperAdmins(db: Db, changes: StandingChange[]): Promise<StandingChange[]> {
  const isSo = (standing: Standing) => isActive(standing, 'super_admin');
  const lost = difference(changes, isSo).get(null) ?? 0;
  if (lost >= 0 || (await countActive(db, null, 'super_admin')) + lost >= 1) return [];
  return changes.filter(({ before, after }) => isSo(before) && !isSo(after));
}

/** No organization loses its last active admin without being asked: who would be the last ones of theirs. */
async function lastAdmins(db: Db, changes: StandingChange[]): Promise<StandingChange[]> {
  const isSo = (standing: Standing) => isActive(standing, 'admin');
  const refused: StandingChange[] = [];
  for (const [organization_id, lost] of difference(changes, isSo)) {
    if (organization_id === null || lost >= 0) continue;
    if ((await countActive(db, organization_id, 'admin')) + lost >= 1) continue;
    const isAdminHere = (standing: Standing) =>
      isSo(standing) && standing.organization_id === organization_id;
    refused.push(...changes.filter(({ before, after }) => isAdminHere(before) && !isAdminHere(after)));
  }
  return refused;
}

/** Whose change would leave an organization that requires single sign-on without emergency access. */
async function lastBreakGlass(db: Db, changes: StandingChange[]): Promise<StandingChange[]> {
  const leaving = changes.filter(
    ({ before, after }) =>
      isActive(before, 'admin') &&
      !(isActive(after, 'admin') && after.organization_id === before.organization_id),
  );
  const last = await lastWithAccess(
    db,
    leaving.map(({ id, before: { organization_id } }) => ({ id, organization_id })),
  );
  return leaving.filter(({ id }) => last.has(id));
}

/** Who would need a seat of an organization that has none left for them. */
async function withoutSeat(db: Db, changes: StandingChange[]): Promise<StandingChange[]> {
  const refused: StandingChange[] = [];
  for (const [organization_id, added] of difference(changes, isSeated)) {
    if (!organization_id || added <= 0) continue;
    const lacking = (await readSeatsLeft(db, organization_id)).lackingFor(added);
    if (lacking === 0) continue;
    const coming = changes.filter(
      ({ before, after }) =>
        after.organization_id === organization_id &&
        isSeated(after) &&
        !(isSeated(before) && before.organization_id === organization_id),
    );
    refused.push(...coming.slice(coming.length - lacking));
  }
  return refused;
}

/** By organization: how many more people (fewer: negative) are so after the changes than before. */
function difference(changes: StandingChange[], isSo: (standing: Standing) => boolean) {
  const by = new Map<string | null, number>();
  const add = (standing: Standing, number: number) => {
    if (isSo(standing)) by.set(standing.organization_id, (by.get(standing.organization_id) ?? 0) + number);
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  return by;
}

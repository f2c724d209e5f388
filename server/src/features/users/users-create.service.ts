import { USER_TEXTS } from '@atalaya/contract/choices';
import { recordOf } from '@atalaya/contract/record-of';
import type { userCreateBody } from '@atalaya/contract/users';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import type { Author } from '../../platform/records/audit.ts';
import { recordChanges } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { isDomainAllowed, refuseDomain } from '../../platform/settings/settings.ts';
import { readSettings } from '../../platform/settings/settings.queries.ts';
import { snapshotOf } from './user-shapes.ts';
import { SeatsLeft, readSeatsLeft, seatsFull } from '../seats/seats.rules.ts';
import { lockOrganizationsAs, requireRank } from '../ranks/ranks.rules.ts';
import { insertUsers } from './users.queries.ts';
import type { NewUser } from './users.queries.ts';

export type AddedUser = NewUser & { id: string };
type Body = z.output<typeof userCreateBody>;

/**
 * Adds a person in a transaction that is open, without the mail. Nothing is written where it throws.
 * @throws user.rank_too_low, user.organization_required, object.not_found, organization.seats_full,
 *   organization.domain_not_allowed, user.email_taken
 */
export async function addUser(db: Db, by: By, body: Body): Promise<AddedUser> {
  const [made] = await addUsers(db, by, [body]);
  if (!made) throw new Error('a person was lost');
  if (made instanceof AppError) throw made;
  return made;
}

/**
 * The same for many, in as many statements as for one: of each, in their order, what was stored, or what refuses that
 * one alone.
 */
export async function addUsers(db: Db, by: By, bodies: Body[]): Promise<(AddedUser | AppError)[]> {
  const wanted = bodies.map((body) => newUserOf(by.actor, body));
  const organizations = wanted.flatMap((each) =>
    each instanceof AppError || each.organization_id === null ? [] : each.organization_id,
  );
  return addWanted(db, by, wanted, new Set(await lockOrganizationsAs(db, by.actor, organizations)));
}

/**
 * Adds people of an organization that is locked, without an actor: what its identity provider says. Of each, in their
 * order, what was stored, or what refuses that one alone.
 */
export const addPeople = (
  db: Db,
  by: Author,
  organization_id: string,
  people: Omit<NewUser, 'organization_id'>[],
): Promise<(AddedUser | AppError)[]> =>
  addWanted(
    db,
    by,
    people.map((person) => ({ ...person, organization_id })),
    new Set([organization_id]),
  );

/** @param locked the organizations that are there, locked by the transaction */
async function addWanted(
  db: Db,
  by: Author,
  wanted: (NewUser | AppError)[],
  locked: ReadonlySet<string>,
): Promise<(AddedUser | AppError)[]> {
  const rules = new Map<string | null, Rules>();
  for (const id of [...locked, ...(wanted.some(hasNone) ? [null] : [])]) rules.set(id, await rulesOf(db, id));
  const made = await insertInTurn(db, wanted, rules);
  await recordChanges(
    db,
    by,
    made.flatMap((each) => (each instanceof AppError ? [] : creationOf(each))),
  );
  return made;
}

const creationOf = (user: AddedUser) => ({
  action: 'user.created',
  object_type: 'user',
  object_id: user.id,
  organization_id: user.organization_id,
  after: snapshotOf(user),
  about: user.email,
});
const hasNone = (each: NewUser | AppError) => !(each instanceof AppError) && each.organization_id === null;

/** What an organization says of new people: the seats that are left, the domains of addresses. */
type Rules = { seats: SeatsLeft; domains: readonly string[] };

async function rulesOf(db: Db, organization_id: string | null): Promise<Rules> {
  const { allowed_domains: domains } = await readSettings(db, organization_id);
  const seats = organization_id === null ? new SeatsLeft(null) : await readSeatsLeft(db, organization_id);
  return { seats, domains };
}

/**
 * Inserts those who may be, in their order: the first who finds no seat, and all after them, wait until it is known
 * whose addresses among those before are taken, which gives their seats back.
 */
async function insertInTurn(
  db: Db,
  wanted: (NewUser | AppError)[],
  rules: Map<string | null, Rules>,
): Promise<(AddedUser | AppError)[]> {
  const outcomes: (AddedUser | AppError | undefined)[] = wanted.map((each) =>
    each instanceof AppError ? each : undefined,
  );
  for (;;) {
    const going = new Map<number, NewUser>();
    for (const [at, user] of wanted.entries()) {
      if (user instanceof AppError || outcomes[at] !== undefined) continue;
      const own = rules.get(user.organization_id);
      if (!own) outcomes[at] = new AppError('object.not_found');
      else if (user.is_active && own.seats.lackingFor(1) > 0) {
        if (going.size > 0) break;
        outcomes[at] = seatsFull();
      } else if (!isDomainAllowed(own.domains, user.email)) outcomes[at] = refuseDomain(own.domains);
      else {
        if (user.is_active) own.seats.take();
        going.set(at, user);
      }
    }
    if (going.size === 0) break;
    const ids = await insertUsers(db, [...going.values()]);
    for (const [at, user] of going) {
      const id = ids.get(user.email);
      // Twice in one file: the first has it.
      ids.delete(user.email);
      outcomes[at] = id ? { ...user, id } : new AppError('user.email_taken');
      if (!id && user.is_active) rules.get(user.organization_id)?.seats.giveBack();
    }
  }
  return outcomes.map((outcome) => outcome ?? seatsFull());
}

/** As it would be stored, by the rules that need nothing but the actor. */
function newUserOf(actor: Actor, body: Body): NewUser | AppError {
  try {
    requireRank(actor, body.role);
    const texts = recordOf(USER_TEXTS, (name) => body[name] ?? null);
    return { ...body, ...texts, organization_id: organizationOfNew(actor, body) };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** An admin adds to their own organization; a super_admin says to which, or adds another super_admin to none. */
export function organizationOfNew(actor: Actor, body: Body): string | null {
  const asked = body.organization_id ?? null;
  if (actor.role !== 'super_admin') {
    if (asked && asked !== actor.organization_id) throw new AppError('session.forbidden');
    return actor.organization_id;
  }
  if (body.role === 'super_admin') {
    if (asked) refuseOrganization();
    return null;
  }
  if (!asked) throw new AppError('user.organization_required');
  return asked;
}

export function refuseOrganization(): never {
  throw new AppError('request.invalid', { fields: [{ field: 'body.organization_id', code: 'invalid' }] });
}

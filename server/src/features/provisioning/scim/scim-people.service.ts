import type { ProvisionedChange } from '@atalaya/contract/provisioning';
import { NOWHERE } from '../../../platform/core/actor.ts';
import type { Origin } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Outcome } from '../../../platform/core/together.ts';
import type { Author } from '../../../platform/records/audit.ts';
import { queueAccessLinks } from '../../account/accounts/accounts.service.ts';
import { offboardLocked } from '../../offboarding/offboarding.service.ts';
import { readSeatsLeft, seatsFull } from '../../seats/seats.rules.ts';
import { getAssignee } from '../../tickets/tickets.service.ts';
import { addPeople } from '../../users/users-create.service.ts';
import { bringBackPeople, lockKnownPeople, writePeople } from '../../users/users-provider.service.ts';
import type { LockedPerson, Person } from '../../users/users-provider.service.ts';
import { ScimError, notFound, notUnique } from './scim-error.ts';
import type { ToldPerson } from './scim-person.ts';
import { requireMatch, requireWritable } from './scim-turn.service.ts';
import type { Turn } from './scim-turn.service.ts';
import {
  deleteScimUsers,
  findPeopleByEmail,
  findScimUsers,
  findUserNames,
  insertScimUsers,
  lookUpByIndexes,
  saveScimUser,
} from './scim-users.queries.ts';
import type { ScimUserRow, Told } from './scim-users.queries.ts';

/**
 * People whom several requests of a provider make, change and remove at once: in one transaction, by as many statements
 * as for one. Nothing is written of a request that is refused.
 */

export const userTag = ({ version, person_version }: ScimUserRow) => `W/"${version}.${person_version}"`;

/** What a request says of a person. */
type Said = { told: Told; person: ToldPerson; is_active: boolean };
type Asked = { origin: Origin; changes: ProvisionedChange[] };
export type Creation = Asked & Said;
export type Change = Asked & {
  id: string;
  ifMatch: string | undefined;
  /** null: the provider knows nothing of them any more. @throws ScimError */
  after: (before: ScimUserRow) => Said | null;
};

/** A request on its way: what it is refused with, and what is known of it so far. */
type Case<A extends Asked> = { asked: A; refused: Error | null; id: string | null };

const openCase = <A extends Asked>(asked: A): Case<A> => ({ asked, refused: null, id: null });
const isGoing = ({ refused }: { refused: Error | null }) => refused === null;

/** What it throws refuses that one request. */
function attempt<A extends Asked, T>(one: Case<A>, fn: () => T): T | null {
  try {
    return fn();
  } catch (error) {
    if (!(error instanceof ScimError || error instanceof AppError)) throw error;
    one.refused = error;
    return null;
  }
}

/** Each links a person who is in the organization already; else makes one, who takes a seat. */
export async function createAll(turn: Turn, asked: Creation[]): Promise<Outcome<ScimUserRow>[]> {
  const { db, connection } = turn;
  const cases = asked.map(openCase);
  for (const one of cases) attempt(one, () => requireWritable(turn));
  await lookUpByIndexes(db);
  const taken = await findUserNames(
    db,
    connection.id,
    asked.map(({ told }) => told.user_name),
  );
  const known = await findPeopleByEmail(
    db,
    connection.organization_id,
    asked.map(({ person }) => person.email),
  );
  const found = ({ asked: { person } }: Case<Creation>) => known.get(person.email);
  for (const one of cases.filter(isGoing))
    if (taken.has(one.asked.told.user_name) || found(one)?.is_linked) one.refused = notUnique();
  // Those who are there first: the seats that they take are counted before those of who is new.
  const there = cases.filter((one) => isGoing(one) && found(one));
  await linkKnown(
    turn,
    there,
    there.map((one) => found(one)?.id ?? ''),
  );
  await makeNew(
    turn,
    cases.filter((one) => isGoing(one) && !found(one)),
  );
  return outcomesOf(turn, cases);
}

async function linkKnown(turn: Turn, cases: Case<Creation>[], profile_ids: string[]): Promise<void> {
  if (cases.length === 0) return;
  const locked = await lockKnownPeople(turn.db, profile_ids);
  const followed = cases.map((one, at) => ({
    one,
    locked: getLocked(locked, profile_ids[at]),
    said: one.asked,
  }));
  const going = await withSeats(turn, followed);
  await insertAll(
    turn,
    going.map(({ one, locked: { person } }) => [one, person.id]),
  );
  await followAll(turn, going);
  for (const {
    one,
    locked: { person },
  } of going)
    one.asked.changes.push({ what: 'person.linked', id: person.id, name: one.asked.told.user_name });
}

async function makeNew(turn: Turn, cases: Case<Creation>[]): Promise<void> {
  if (cases.length === 0) return;
  const { platform, db, connection } = turn;
  const by = authorOf(cases.map(({ asked }) => [asked.person.email, asked.origin]));
  const made = await addPeople(
    db,
    by,
    connection.organization_id,
    cases.map(({ asked: { person, is_active } }) => ({
      ...person,
      phone: person.phone ?? null,
      job_title: person.job_title ?? null,
      role: connection.default_role,
      is_active,
    })),
  );
  const added = cases.flatMap((one, at): [Case<Creation>, string][] => {
    const person = made[at];
    if (person && !(person instanceof AppError)) return [[one, person.id]];
    one.refused = person ?? new Error('a person was lost');
    return [];
  });
  await insertAll(turn, added);
  await queueAccessLinks(
    platform,
    db,
    added.flatMap(([{ asked }, id]) => (asked.is_active ? { id } : [])),
  );
  for (const [{ asked }, id] of added)
    asked.changes.push({ what: 'person.created', id, name: asked.person.email });
}

/** What was told of people, by their ids. */
async function insertAll(turn: Turn, people: [Case<Creation>, profile_id: string][]): Promise<void> {
  if (people.length === 0) return;
  const ids = await insertScimUsers(
    turn.db,
    turn.client,
    people.map(([{ asked }, profile_id]) => ({ ...asked.told, profile_id })),
  );
  for (const [one, profile_id] of people) one.id = ids.get(profile_id) ?? null;
}

/** Each changes what was told of a person, and the person; or removes them from what the provider knows. */
export async function changeAll(turn: Turn, asked: Change[]): Promise<Outcome<ScimUserRow>[]> {
  const { db, connection } = turn;
  const cases = asked.map(openCase);
  await lookUpByIndexes(db);
  const rows = await findScimUsers(
    db,
    connection.id,
    asked.map(({ id }) => id),
  );
  const planned = cases.flatMap((one) => attempt(one, () => plan(turn, one, rows)) ?? []);
  await refuseTaken(turn, planned);
  const locked = await lockKnownPeople(
    db,
    planned.map(({ before }) => before.profile_id),
  );
  const followed = planned
    .filter(({ one }) => isGoing(one))
    .map((each) => ({ ...each, locked: getLocked(locked, each.before.profile_id) }));
  const staying = followed.flatMap(({ said, ...each }) => (said ? { ...each, said } : []));
  const removed = followed.filter(({ said }) => said === null);
  const going = await withSeats(turn, staying);
  // Sent together, without waiting for one another.
  await Promise.all(going.map(({ before, said }) => saveScimUser(db, before.id, said.told)));
  await followAll(turn, going);
  await removeAll(turn, removed);
  return outcomesOf(turn, cases, rows);
}

type Planned = { one: Case<Change>; before: ScimUserRow; said: Said | null };

/** @throws ScimError */
function plan(turn: Turn, one: Case<Change>, rows: Map<string, ScimUserRow>): Planned {
  const before = rows.get(one.asked.id);
  if (!before) throw notFound();
  requireMatch(one.asked.ifMatch, userTag(before));
  const said = one.asked.after(before);
  if (said?.is_active) requireWritable(turn);
  one.id = before.id;
  return { one, before, said };
}

async function refuseTaken({ db, connection }: Turn, planned: Planned[]): Promise<void> {
  const renamed = planned.flatMap(({ one, before, said }) =>
    said && said.told.user_name !== before.user_name ? { one, before, user_name: said.told.user_name } : [],
  );
  if (renamed.length === 0) return;
  const taken = await findUserNames(
    db,
    connection.id,
    renamed.map(({ user_name }) => user_name),
  );
  for (const { one, before, user_name } of renamed)
    if ((taken.get(user_name) ?? before.id) !== before.id) one.refused = notUnique();
}

async function removeAll(turn: Turn, removed: (Planned & { locked: LockedPerson })[]): Promise<void> {
  if (removed.length === 0) return;
  await deleteScimUsers(
    turn.db,
    removed.map(({ before }) => before.id),
  );
  const leavers = removed.filter(({ locked }) => isIn(locked));
  await endAll(
    turn,
    leavers.map(({ one, locked }) => ({ asked: one.asked, person: locked.person })),
  );
  for (const { one, before } of removed)
    one.asked.changes.push({ what: 'person.unlinked', id: before.profile_id, name: before.user_name });
}

/** How they are now, or before they were removed. */
async function outcomesOf<A extends Asked>(
  { db, connection }: Turn,
  cases: Case<A>[],
  before?: Map<string, ScimUserRow>,
): Promise<Outcome<ScimUserRow>[]> {
  const ids = cases.filter(isGoing).flatMap(({ id }) => id ?? []);
  const rows = ids.length > 0 ? await findScimUsers(db, connection.id, ids) : new Map<string, never>();
  return cases.map(({ refused, id }) => refused ?? rows.get(id ?? '') ?? before?.get(id ?? '') ?? notFound());
}

function getLocked(locked: Map<string, LockedPerson>, id = ''): LockedPerson {
  const found = locked.get(id);
  if (!found) throw notFound();
  return found;
}

type Followed<A extends Asked> = { one: Case<A>; locked: LockedPerson; said: Said };

/** May sign in. */
const isIn = ({ person, in_bin }: LockedPerson) => person.is_active && !in_bin;

/** Without those who come back and find no seat. */
async function withSeats<A extends Asked, F extends Followed<A>>(
  { db, connection }: Turn,
  followed: F[],
): Promise<F[]> {
  const returning = followed.filter(({ said, locked }) => said.is_active && !isIn(locked));
  if (returning.length > 0) {
    const seats = await readSeatsLeft(db, connection.organization_id);
    for (const { one } of returning)
      if (seats.lackingFor(1) > 0) one.refused = seatsFull();
      else seats.take();
  }
  return followed.filter(({ one }) => isGoing(one));
}

const authorOf = (origins: [about: string, origin: Origin][]): Author => ({
  actor: null,
  origin: origins[0]?.[1] ?? NOWHERE,
  origins: new Map(origins),
});

/** Names and access of people as the provider tells; the address that they sign in with stays what it is. */
async function followAll<A extends Asked>(turn: Turn, followed: Followed<A>[]): Promise<void> {
  if (followed.length === 0) return;
  const { db } = turn;
  const by = authorOf(followed.map(({ one, locked }) => [locked.person.id, one.asked.origin]));
  const binned = followed.filter(({ locked, said }) => locked.in_bin && said.is_active);
  await bringBackPeople(
    db,
    by,
    binned.map(({ locked }) => locked.person),
  );
  const people = followed.map(({ one, locked, said }) => ({
    one,
    before: locked.person,
    after: {
      ...locked.person,
      first_name: said.person.first_name,
      last_name: said.person.last_name,
      phone: said.person.phone ?? locked.person.phone,
      job_title: said.person.job_title ?? locked.person.job_title,
      is_active: said.is_active || isIn(locked),
    },
    leaves: !said.is_active && isIn(locked),
  }));
  const written = await writePeople(db, by, people);
  const note = (one: Case<A>, what: ProvisionedChange['what'], { id, email: name }: Person) =>
    one.asked.changes.push({ what, id, name });
  for (const { one, locked } of binned) note(one, 'person.restored', locked.person);
  for (const { one, before } of people) if (written.has(before.id)) note(one, 'person.updated', before);
  const leavers = people.filter(({ leaves }) => leaves);
  await endAll(
    turn,
    leavers.map(({ one, after }) => ({ asked: one.asked, person: after })),
  );
}

/** Ends all that people hold, each with a receipt; never refused. */
async function endAll(turn: Turn, leavers: { asked: Asked; person: Person }[]): Promise<void> {
  const { platform, db, connection, signer } = turn;
  const { heir_id } = connection;
  const by = authorOf(leavers.map(({ asked, person }) => [person.id, asked.origin]));
  // An heir who leaves too goes first, and inherits nothing of the others then.
  const parts = Map.groupBy(leavers, ({ person }) => person.id === heir_id);
  for (const part of [parts.get(true), parts.get(false)]) {
    if (!part) continue;
    await offboardLocked(
      platform,
      db,
      by,
      part.map(({ person }) => person),
      {
        heir_id: part === parts.get(true) ? null : await presentHeir(turn),
        reason: null,
        signer,
        machine: `SCIM · ${connection.name}`,
      },
    );
  }
  for (const { asked, person } of leavers)
    asked.changes.push({ what: 'person.offboarded', id: person.id, name: person.email });
}

/** An heir who has gone themselves inherits nothing. */
async function presentHeir({ db, connection }: Turn): Promise<string | null> {
  const { heir_id, organization_id } = connection;
  try {
    return (await getAssignee(db, heir_id, [organization_id]))?.id ?? null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ticket.not_assignable') return null;
    throw error;
  }
}

import type { Enforcement, enforcementRoutes } from '@atalaya/contract/enforcement';
import type { z } from 'zod';
import { personName } from '../../platform/core/actor.ts';
import type { Actor, By } from '../../platform/core/actor.ts';
import { requireChosenOrganization } from '../../platform/core/chosen-organization.ts';
import type { WhichOrganization } from '../../platform/core/chosen-organization.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Author } from '../../platform/records/audit.ts';
import { tellAdminsOfSignOn } from '../notifications/security-news.service.ts';
import { lockOrganizationAs } from '../ranks/ranks.rules.ts';
import {
  countShutOut,
  countUnadmitted,
  deletePerson,
  endUnadmitted,
  findEnforcement,
  findWayThrough,
  lockEnforcement,
  insertPerson,
  insertWay,
  isEnforced,
  listPeople,
  listReady,
  lockCandidate,
  saveEnforcement,
  shareEnforcement,
} from './enforcement.queries.ts';
import type { Way } from './enforcement.queries.ts';
import { keepingAccess, refuseOtherWays } from './enforcement.rules.ts';

export type { Way };
type Routes = typeof enforcementRoutes;

/** Single sign-on of an organization: whether it is required, and what requiring it would do. @throws object.not_found */
export function readEnforcement(
  platform: Platform,
  actor: Actor,
  which: WhichOrganization,
): Promise<Enforcement> {
  const organization_id = requireChosenOrganization(actor, 'query', which);
  return platform.database.readAs(actor, 'whether any organization requires single sign-on', (db) =>
    enforcementOf(db, actor, organization_id),
  );
}

/**
 * Requires it, which ends the sessions that it does not admit, or no longer.
 * @throws object.not_found, object.stale, enforcement.not_ready
 */
export function switchEnforcement(
  platform: Platform,
  by: By,
  which: WhichOrganization,
  { version, is_on }: z.output<Routes['switchEnforcement']['body']>,
): Promise<Enforcement> {
  return change(platform, by, which, async (db, organization_id) => {
    await lockEnforcement(db, organization_id);
    const before = await findEnforcement(db, organization_id);
    if ((before?.version ?? null) !== version)
      throw new AppError('object.stale', { current: await enforcementOf(db, by.actor, organization_id) });
    if (is_on) requireReady(await readinessOf(db, by.actor, organization_id));
    await saveEnforcement(db, organization_id, { is_on, by: by.actor.profile_id });
    const after = is_on ? { sessions: await endUnadmitted(db, organization_id, null) } : undefined;
    const action = is_on ? 'enforcement.switched_on' : 'enforcement.switched_off';
    await recordChange(db, by, { ...changeOf(organization_id, action), ...(after ? { after } : {}) });
  });
}

function requireReady(ready: Enforcement['ready']): void {
  const missing = (['connection', 'person', 'session'] as const).find((need) => !ready[need]);
  if (missing) throw new AppError('enforcement.not_ready', { params: { missing } });
}

/** @throws object.not_found; request.invalid for who is no active admin */
export function addBreakGlass(
  platform: Platform,
  by: By,
  which: WhichOrganization,
  { profile_id }: z.output<Routes['addBreakGlass']['body']>,
): Promise<Enforcement> {
  return change(platform, by, which, async (db, organization_id) => {
    const person = await lockCandidate(db, organization_id, profile_id);
    if (!person) throw new AppError('object.not_found');
    if (person.role !== 'admin' || !person.is_active)
      throw new AppError('request.invalid', { fields: [{ field: 'body.profile_id', code: 'invalid' }] });
    if (!(await insertPerson(db, organization_id, profile_id))) return;
    const added = changeOf(organization_id, 'enforcement.person_added');
    await recordChange(db, by, { ...added, after: { person: person.email } });
  });
}

/** Their sessions end where they have no other right to them. @throws object.not_found, enforcement.last_person */
export function removeBreakGlass(
  platform: Platform,
  by: By,
  which: WhichOrganization,
  profile_id: string,
): Promise<Enforcement> {
  return change(platform, by, which, async (db, organization_id) => {
    const person = (await listPeople(db, organization_id)).find(({ id }) => id === profile_id);
    if (!person) throw new AppError('object.not_found');
    await keepingAccess(db, { organization_id }, () => deletePerson(db, organization_id, profile_id));
    if (await isEnforced(db, organization_id)) await endUnadmitted(db, organization_id, [profile_id]);
    const removed = changeOf(organization_id, 'enforcement.person_removed');
    await recordChange(db, by, { ...removed, before: { person: person.email } });
  });
}

/** A change behind the lock of the organization. @throws object.not_found */
function change(
  platform: Platform,
  by: By,
  which: WhichOrganization,
  fn: (db: Db, organization_id: string) => Promise<void>,
): Promise<Enforcement> {
  const organization_id = requireChosenOrganization(by.actor, 'query', which);
  return platform.database.withActor(by.actor, 'require single sign-on of any organization', async (db) => {
    await lockOrganizationAs(db, by.actor, organization_id);
    await fn(db, organization_id);
    return enforcementOf(db, by.actor, organization_id);
  });
}

async function enforcementOf(db: Db, actor: Actor, organization_id: string): Promise<Enforcement> {
  const row = await findEnforcement(db, organization_id);
  const people = await listPeople(db, organization_id);
  const is_on = row?.is_on ?? false;
  return {
    organization_id,
    is_on,
    changed_at: row?.changed_at.toISOString() ?? null,
    changed_by: row?.changed_by ?? null,
    version: row?.version ?? null,
    people: people.map(({ id, email, has_passkey, is_ready, ...names }) => {
      const name = personName({ ...names, email });
      return { id, name, email, has_passkey, is_ready };
    }),
    ready: await readinessOf(db, actor, organization_id),
    ends_sessions: is_on ? 0 : await countUnadmitted(db, organization_id, null),
    shuts_out: await countShutOut(db, organization_id),
  };
}

/** A super_admin is of no organization, and is never shut out. */
async function readinessOf(db: Db, actor: Actor, organization_id: string): Promise<Enforcement['ready']> {
  return {
    connection: (await findWayThrough(db, organization_id)) !== null,
    person: (await listReady(db, organization_id)).length > 0,
    session: actor.role === 'super_admin' || (await countUnadmitted(db, organization_id, actor)) === 0,
  };
}

/**
 * Whether a session may be opened by this way, which is noted; every session passes here. `break_glass`: for who gets in
 * without single sign-on, which their organization requires. A connection is asked for its own people alone, by who calls.
 * @throws sso.required
 */
export async function admit(db: SystemDb, actor: Actor, way: Way): Promise<'usual' | 'break_glass'> {
  const { organization_id, profile_id, session_id } = actor;
  let admitted: 'usual' | 'break_glass' = 'usual';
  if (organization_id !== null && way !== 'sso') {
    await shareEnforcement(db, organization_id);
    if (await isEnforced(db, organization_id)) {
      const is_ready = way === 'passkey' && (await listReady(db, organization_id)).includes(profile_id);
      if (is_ready) admitted = 'break_glass';
      else await refuseOtherWays(db, actor);
    }
  }
  await insertWay(db, session_id, way);
  return admitted;
}

/** After a sign-in with emergency access: in the audit log, and to all admins. */
export async function noteBreakGlass(platform: Platform, db: SystemDb, { actor, origin }: By): Promise<void> {
  const { organization_id } = actor;
  if (organization_id === null) return;
  const change = changeOf(organization_id, 'enforcement.break_glass_used');
  await recordChange(db, { actor, origin }, { ...change, after: { person: actor.email } });
  const name = personName(actor);
  await tellAdminsOfSignOn(platform, db, organization_id, {
    event: 'security.break_glass_used',
    name,
    origin,
  });
}

/**
 * After a change by a provider, which is never refused: where there is none left who gets in otherwise, single sign-on is no
 * longer required, and all admins are told.
 */
export async function endUnguarded(
  platform: Platform,
  db: Db,
  by: Author,
  organization_id: string,
): Promise<void> {
  if (!(await isEnforced(db, organization_id))) return;
  if ((await listReady(db, organization_id)).length > 0) return;
  await saveEnforcement(db, organization_id, { is_on: false, by: null });
  await recordChange(db, by, changeOf(organization_id, 'enforcement.ended'));
  await tellAdminsOfSignOn(platform, db, organization_id, { event: 'security.enforcement_ended' });
}

const changeOf = (organization_id: string, action: string) => ({
  action,
  object_type: 'organization',
  object_id: organization_id,
  organization_id,
});

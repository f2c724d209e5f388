import { AppError } from '../../platform/core/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import { lockOrganizations } from '../seats/seats.rules.ts';
import { findWayThrough, hasOtherOn, isEnforced, listEnforced, listReady } from './enforcement.queries.ts';

type Of = { organization_id: string | null };

/** Where browsers go to the provider of a connection from. */
export const startPath = (connection_id: string) => `/api/sso/${connection_id}/start`;

/** Whether people of an organization, which is none of a super_admin, get in through its provider alone. */
export const isSignOnRequired = async (db: Db, { organization_id }: Of) =>
  organization_id !== null && (await isEnforced(db, organization_id));

/** Where they do so; null: they need not. */
export async function findRequiredStart(db: Db, of: Of): Promise<string | null> {
  if (of.organization_id === null || !(await isSignOnRequired(db, of))) return null;
  const connection = await findWayThrough(db, of.organization_id);
  return connection === null ? null : startPath(connection);
}

/** Of what would let them in otherwise, once they have proved who they are. @throws sso.required */
export async function refuseOtherWays(db: Db, of: Of): Promise<void> {
  const start = await findRequiredStart(db, of);
  if (start !== null) throw new AppError('sso.required', { params: { start } });
}

/**
 * Who of these people, who stop being active admins of their organizations, may not: there would be none left who gets in
 * without single sign-on. Their organizations are locked.
 */
export async function lastWithAccess(db: Db, leaving: ({ id: string } & Of)[]): Promise<Set<string>> {
  const last = new Set<string>();
  const organizations = leaving.flatMap(({ organization_id }) => organization_id ?? []);
  for (const organization_id of await listEnforced(db, [...new Set(organizations)])) {
    const ready = await listReady(db, organization_id);
    const gone = new Set(
      leaving.flatMap((each) => (each.organization_id === organization_id ? each.id : [])),
    );
    if (ready.some((id) => !gone.has(id))) continue;
    for (const id of ready) last.add(id);
  }
  return last;
}

/**
 * Runs a change, which must leave a person with emergency access where single sign-on is required.
 * @throws enforcement.last_person
 */
export async function keepingAccess<T>(
  db: Db,
  { organization_id }: Of,
  change: () => Promise<T>,
): Promise<T> {
  // Before it is asked whether it is required: a switch locks the organization too.
  if (organization_id !== null) await lockOrganizations(db, [organization_id]);
  const changed = await change();
  if (organization_id !== null && (await isEnforced(db, organization_id)))
    if ((await listReady(db, organization_id)).length === 0) throw new AppError('enforcement.last_person');
  return changed;
}

/**
 * Of a connection that stops letting people in: while single sign-on is required, another one does. Its organization is
 * locked.
 * @throws enforcement.last_connection
 */
export async function requireOtherConnection(
  db: Db,
  connection: { organization_id: string; connection_id: string },
): Promise<void> {
  if (!(await isEnforced(db, connection.organization_id))) return;
  if (!(await hasOtherOn(db, connection))) throw new AppError('enforcement.last_connection');
}

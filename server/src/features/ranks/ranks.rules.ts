import type { Role } from '@atalaya/contract/roles';
import { ranksAtLeast } from '@atalaya/contract/roles';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import { lockOrganizations } from '../seats/seats.rules.ts';
import { stillHasRole } from './ranks.queries.ts';

/** The actor ranks at least as high as every role named: the target's current one and its new one. */
export function requireRank(actor: Pick<Actor, 'role'>, ...roles: Role[]): void {
  if (!outranks(actor, ...roles)) throw new AppError('user.rank_too_low');
}

export const outranks = (actor: Pick<Actor, 'role'>, ...roles: Role[]) =>
  roles.every((role) => ranksAtLeast(actor.role, role));

/**
 * Locks organizations whose seats are about to be taken, and makes sure that the actor still is who they were.
 * @returns the ids of those that exist for the actor
 */
export async function lockOrganizationsAs(db: Db, actor: Actor, ids: string[]): Promise<string[]> {
  const locked = await lockOrganizations(db, ids);
  if (!(await stillHasRole(db, actor.profile_id, actor.role))) throw new AppError('session.forbidden');
  return locked;
}

/** The same of one. @throws object.not_found, session.forbidden */
export async function lockOrganizationAs(db: Db, actor: Actor, id: string): Promise<void> {
  const locked = await lockOrganizationsAs(db, actor, [id]);
  if (locked.length === 0) throw new AppError('object.not_found');
}

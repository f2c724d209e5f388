import type { Actor } from '../../../platform/core/actor.ts';
import type { Owner } from './left-access.service.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { requireRank } from '../../ranks/ranks.rules.ts';
import { findAccountHolder } from './sessions.queries.ts';

/** A person with an account. */
export type Holder = Owner & { profile_id: string };

/**
 * A person up to the actor's rank, whose sessions or keys the actor looks at or ends; null where they have no account yet.
 * @throws object.not_found, user.rank_too_low
 */
export async function getHolder(db: Db, actor: Actor, profile_id: string): Promise<Holder | null> {
  const holder = await findAccountHolder(db, profile_id);
  if (!holder) throw new AppError('object.not_found');
  requireRank(actor, holder.role);
  const { user_id, organization_id } = holder;
  return user_id === null ? null : { user_id, profile_id, organization_id };
}

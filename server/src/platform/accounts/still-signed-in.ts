import type { Actor } from '../core/actor.ts';
import type { Db } from '../database/doors.ts';
import { AppError } from '../core/errors.ts';
import { isStillSignedIn } from './accounts.queries.ts';

/**
 * Before something is made that opens an account: who has lost their access while they asked for it makes nothing any
 * more, and who is about to lose it loses that too.
 * @throws session.required where the actor was signed out, moved or deactivated by now
 */
export async function requireStillSignedIn(db: Db, actor: Actor): Promise<void> {
  if (!(await isStillSignedIn(db, actor))) throw new AppError('session.required');
}

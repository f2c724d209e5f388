import { endLeftAccess } from '../sessions/left-access.service.ts';
import { fullName } from '../../../platform/core/actor.ts';
import type { By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { keepingAccess } from '../../enforcement/enforcement.rules.ts';
import { requireRank } from '../../ranks/ranks.rules.ts';
import { lockPeople } from '../../users/users.rules.ts';
import { noteFactorChange } from './factor-changes.service.ts';
import { deleteFactors } from './two-factor.queries.ts';

/**
 * 'Restablecer verificación en dos pasos': for a person up to the actor's rank who has lost their factors. Their
 * sessions, trusted browsers and API keys end; they sign in with the password alone until they set one up again.
 * @throws object.not_found, user.rank_too_low, user.self_forbidden, two_factor.not_set_up, enforcement.last_person
 */
export async function resetUserTwoFactor(platform: Platform, by: By, id: string): Promise<void> {
  const { actor } = by;
  // One's own are changed in one's own profile, with password and code.
  if (id === actor.profile_id) throw new AppError('user.self_forbidden');
  await platform.database.withActor(actor, 'take the second factors from any person', async (db) => {
    const [person] = await lockPeople(db, actor, [id], { where: 'listed' });
    if (!person) throw new AppError('object.not_found');
    requireRank(actor, person.role);
    const { user_id } = person;
    if (!user_id || !(await keepingAccess(db, person, () => deleteFactors(db, user_id))))
      throw new AppError('two_factor.not_set_up');
    const owner = { user_id, profile_id: id, organization_id: person.organization_id };
    await endLeftAccess(platform, db, by, owner, { ended_by: 'two_factor_reset' });
    const detail = fullName(actor);
    await noteFactorChange(platform, db, by, owner, { action: 'two_factor.reset', event: 'reset', detail });
  });
}

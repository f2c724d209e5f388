import type { profileRoutes } from '@atalaya/contract/profile';
import type { Session } from '@atalaya/contract/session';
import type { z } from 'zod';
import type { By } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { lockProfile, saveProfile } from './profile.queries.ts';
import type { OwnProfile } from './profile.queries.ts';

type Body = z.output<typeof profileRoutes.updateProfile.body>;

/**
 * Changes one's own name, language or theme; returns the session with what is stored now.
 * @throws object.stale with the stored values where it is no longer the version that was read
 */
export async function updateProfile(
  platform: Platform,
  by: By,
  session: Session,
  body: Body,
): Promise<{ session: Session }> {
  const { actor } = by;
  const stored = await platform.database.withOwn(actor, 'change the own profile', async (db) => {
    const locked = await lockProfile(db, actor.profile_id);
    if (!locked) throw new AppError('session.required');
    const { own: before, version } = locked;
    if (body.version !== undefined && body.version !== version)
      throw new AppError('object.stale', { current: withOwn(session, { ...before, version }) });
    const after: OwnProfile = {
      first_name: body.first_name ?? before.first_name,
      last_name: body.last_name ?? before.last_name,
      language: body.language ?? before.language,
      theme: body.theme ?? before.theme,
    };
    await saveProfile(db, actor.profile_id, after);
    await recordChange(db, by, {
      action: 'profile.updated',
      object_type: 'user',
      object_id: actor.profile_id,
      organization_id: actor.organization_id,
      before,
      after,
    });
    return { ...after, version: version + 1 };
  });
  return withOwn(session, stored);
}

const withOwn = (session: Session, own: OwnProfile & { version: number }) => ({
  session: { ...session, profile: { ...session.profile, ...own } },
});

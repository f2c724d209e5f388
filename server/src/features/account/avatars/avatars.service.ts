import { AVATAR_BYTES } from '@atalaya/contract/limits';
import type { Session } from '@atalaya/contract/session';
import type { User } from '@atalaya/contract/users';
import type { FastifyRequest } from 'fastify';
import type { By } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { takeFrom } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { takingTurns } from '../../../platform/core/turns.ts';
import { withUpload } from '../../../platform/uploads/read-upload.ts';
import { requireRank } from '../../ranks/ranks.rules.ts';
import { readUser } from '../../users/users.service.ts';
import { discardAvatar, storeAvatar } from './avatar-files.service.ts';
import { drawAvatar } from './avatar-image.ts';
import { lockPicture, lockSignedIn, setAvatar } from './avatars.queries.ts';

/** Decoding costs half a second of a core: enough for a person who tries several pictures. */
const UPLOADS: Limit = { name: 'avatar-uploads', max: 30, seconds: 900 };
/** Pictures of five megabytes at most that this process has in memory. */
const inTurn = takingTurns({ atOnce: 4, waiting: 20, each: 2 });

/**
 * Replaces one's own picture.
 * @throws avatar.too_large, avatar.not_image, avatar.too_many_pixels; session.required where access has ended by then;
 *   server.unavailable where too many wait
 */
export async function uploadAvatar(
  platform: Platform,
  by: By,
  session: Session,
  request: FastifyRequest,
): Promise<{ session: Session }> {
  await takeFrom(platform, UPLOADS, by.actor.user_id);
  return withUpload(inTurn, request, AVATAR_BYTES, async (upload) => {
    if (upload === 'too_large') throw new AppError('avatar.too_large');
    return keepAvatar(platform, by, session, upload.bytes);
  });
}

/**
 * The files are written first, then the row; the old files go after the commit, so that the row never points to a file
 * that is not there.
 */
export async function keepAvatar(
  platform: Platform,
  by: By,
  session: Session,
  bytes: Buffer,
): Promise<{ session: Session }> {
  const stored = await storeAvatar(platform, by.actor.profile_id, await drawAvatar(bytes));
  try {
    return await replaceOwn(platform, by, session, stored);
  } catch (error) {
    // A refusal was rolled back. After any other error the row may be stored: its files are left to the sweep.
    if (error instanceof AppError) await discardAvatar(platform, stored);
    throw error;
  }
}

/** Takes away one's own picture. */
export function removeAvatar(platform: Platform, by: By, session: Session): Promise<{ session: Session }> {
  return replaceOwn(platform, by, session, null);
}

async function replaceOwn(
  platform: Platform,
  by: By,
  session: Session,
  avatar_url: string | null,
): Promise<{ session: Session }> {
  const { actor } = by;
  const { replaced, version } = await platform.database.withOwn(
    actor,
    'change the own picture',
    async (db) => {
      const before = await lockSignedIn(db, actor.profile_id, actor.session_id);
      if (!before) throw new AppError('session.required');
      if (before.avatar_url === avatar_url) return { replaced: null, version: before.version };
      await setAvatar(db, actor.profile_id, avatar_url);
      await recordAvatar(db, by, actor.profile_id, before, avatar_url);
      return { replaced: before.avatar_url, version: before.version + 1 };
    },
  );
  await discardAvatar(platform, replaced);
  return { session: { ...session, profile: { ...session.profile, avatar_url, version } } };
}

/**
 * Takes away the picture of a person of the actor's reach, up to their own rank.
 * @throws object.not_found, user.rank_too_low
 */
export async function removeUserAvatar(platform: Platform, by: By, id: string): Promise<User> {
  const { actor } = by;
  const replaced = await platform.database.withActor(
    actor,
    'take away the picture of any person',
    async (db) => {
      const before = await lockPicture(db, id);
      if (!before) throw new AppError('object.not_found');
      requireRank(actor, before.role);
      if (before.avatar_url === null) return null;
      await setAvatar(db, id, null);
      await recordAvatar(db, by, id, before, null);
      return before.avatar_url;
    },
  );
  await discardAvatar(platform, replaced);
  return readUser(platform, actor, id);
}

function recordAvatar(
  db: Db,
  by: By,
  id: string,
  before: { avatar_url: string | null; organization_id: string | null },
  avatar_url: string | null,
): Promise<void> {
  return recordChange(db, by, {
    action: avatar_url ? 'user.avatar_changed' : 'user.avatar_removed',
    object_type: 'user',
    object_id: id,
    organization_id: before.organization_id,
    before: { avatar_url: before.avatar_url },
    after: { avatar_url },
  });
}

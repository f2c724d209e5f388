import { chunksOf } from '../../../platform/database/chunks.ts';
import { instantAgo } from '../../../platform/database/clock.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { discardAvatar, listAvatarFolders } from './avatar-files.service.ts';
import { keptAvatars } from './avatars.queries.ts';

/** Longer than any upload takes: files are written before the row that points to them. */
const GRACE_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

/** Every night, files that no profile points to go: of uploads that broke off, and of people deleted for good. */
export function registerAvatarJobs(platform: Platform): void {
  platform.jobs.daily('sweep-avatars', '03:40', async () => {
    await sweepAvatars(platform);
  });
}

/** Removes orphaned pictures that were written until this instant, a day ago if not given; returns how many. */
export async function sweepAvatars(platform: Platform, until?: Date): Promise<number> {
  const before = until ?? (await instantAgo(platform.database, GRACE_MS));
  const folders = await listAvatarFolders(platform, before);
  let swept = 0;
  for (const batch of chunksOf(folders, BATCH)) {
    const kept = await platform.database.withSystem('find orphaned avatars', (db) =>
      keptAvatars(
        db,
        batch.map(({ avatar_url }) => avatar_url),
      ),
    );
    const orphans = batch.filter(({ avatar_url }) => !kept.has(avatar_url));
    for (const { avatar_url } of orphans) await discardAvatar(platform, avatar_url);
    swept += orphans.length;
  }
  return swept;
}

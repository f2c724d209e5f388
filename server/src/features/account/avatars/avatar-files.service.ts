import { randomBytes } from 'node:crypto';
import type { Platform } from '../../../platform/process/platform.ts';
import { AVATAR_SIZES } from './avatar-image.ts';
import type { AvatarImage } from './avatar-image.ts';

const FOLDER = 'avatars/';
/** '/avatars/{person}/{random}/160.webp': the address that a profile keeps; the other sizes are stored beside it. */
const STORED_SIZE = 160;
const STORED = /^\/(avatars\/[0-9a-f-]{36}\/[0-9a-f]{32}\/)160\.webp$/;

export type AvatarFile = { person: string; picture: string; name: string };

/** Writes a person's new pictures under a name that cannot be guessed. Returns the address that the profile keeps. */
export async function storeAvatar(
  platform: Platform,
  profile_id: string,
  images: AvatarImage[],
): Promise<string> {
  const folder = `${FOLDER}${profile_id}/${randomBytes(16).toString('hex')}/`;
  for (const { size, bytes } of images) await platform.storage.put(`${folder}${size}.webp`, bytes);
  return `/${folder}${STORED_SIZE}.webp`;
}

/**
 * Removes the pictures behind an address that no profile keeps any more; call it after the commit. A failure is
 * logged and no more: the sweep finds what is left.
 */
export async function discardAvatar(platform: Platform, avatar_url: string | null): Promise<void> {
  const folder = STORED.exec(avatar_url ?? '')?.[1];
  if (!folder) return;
  await platform.storage.removeFolder(folder).catch((error: unknown) => {
    platform.log.warn({ err: error, folder }, 'an old avatar could not be removed');
  });
}

/** One of the stored sizes, or null for any name that we did not make. */
export async function readAvatar(platform: Platform, file: AvatarFile): Promise<Buffer | null> {
  const { person, picture, name } = file;
  if (!/^[0-9a-f-]{36}$/.test(person) || !/^[0-9a-f]{32}$/.test(picture)) return null;
  if (!AVATAR_SIZES.some((size) => name === `${size}.webp`)) return null;
  return platform.storage.get(`${FOLDER}${person}/${picture}/${name}`);
}

/** Folders of pictures whose newest file is older than this instant, with the address that a profile would keep. */
export async function listAvatarFolders(platform: Platform, before: Date) {
  const newest = new Map<string, Date>();
  for await (const { key, written_at } of platform.storage.list(FOLDER)) {
    const folder = key.slice(0, key.lastIndexOf('/') + 1);
    const known = newest.get(folder);
    if (!known || known < written_at) newest.set(folder, written_at);
  }
  return [...newest]
    .filter(([, written_at]) => written_at < before)
    .map(([folder]) => ({ folder, avatar_url: `/${folder}${STORED_SIZE}.webp` }));
}

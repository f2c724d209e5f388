import { randomUUID } from 'node:crypto';
import { link, mkdir, opendir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Storage, StoredFile } from './storage.ts';

const KEY = /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/;
/** Begins with a dot, which no key does: what a killed process left of a file is swept with its folder. */
const UNFINISHED = '.unfinished-';

/** Files below a folder of the disk, readable by the server's user alone. The folder is made when first needed. */
export function openDiskStorage(root: string): Storage {
  const placeOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not the key of a stored file');
    return path.join(root, key);
  };
  const folderOf = (folder: string) => placeOf(folder.replace(/\/$/, ''));
  return {
    put: (key, bytes) => writeWhole(placeOf(key), bytes),
    get: (key) => readFile(placeOf(key)).catch(nullWhereMissing),
    // The folder around it stays, though empty: another file of it may be about to be written.
    removeFolder: (folder) => rm(folderOf(folder), { recursive: true, force: true }),
    list: (folder) => walk(root, folderOf(folder)),
  };
}

async function writeWhole(place: string, bytes: Uint8Array): Promise<void> {
  const unfinished = path.join(path.dirname(place), UNFINISHED + randomUUID());
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  try {
    await writeFile(unfinished, bytes, { mode: 0o600, flag: 'wx', flush: true });
    // Unlike a rename, a link refuses to replace what is there.
    await link(unfinished, place);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function* walk(root: string, folder: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch(nullWhereMissing);
  if (!entries) return;
  for await (const entry of entries) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* walk(root, place);
      continue;
    }
    const found = await stat(place).catch(nullWhereMissing);
    if (found) yield { key: path.relative(root, place).replaceAll(path.sep, '/'), written_at: found.mtime };
  }
}

function nullWhereMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return null;
  throw error;
}

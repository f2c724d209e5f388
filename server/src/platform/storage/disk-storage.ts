import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, opendir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../core/errors.ts';
import { syncFolders } from '../core/sync-folders.ts';
import { checkedFolder, checkedKey } from './storage.ts';
import type { Storage, StoredFile } from './storage.ts';

/** Begins with a dot, which no key does: what a killed process left of a file is swept with its folder. */
const UNFINISHED = '.unfinished-';
/** Errors of a disk that cannot take or give any file now. */
const FAILING = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE']);

/** Files below a folder of the disk, readable by the server's user alone. The folder is made when first needed. */
export function openDiskStorage(root: string): Storage {
  const placeOf = (key: string) => path.join(root, checkedKey(key));
  const folderOf = (folder: string) => path.join(root, checkedFolder(folder));
  return {
    put: (key, bytes) => writeWhole(placeOf(key), (place) => writeNew(place, bytes)),
    putFile: (key, from) => writeWhole(placeOf(key), (place) => copyNew(from, place)),
    get: (key) => readFile(placeOf(key)).catch(nullWhereMissing),
    open: async (key) => {
      const file = await open(placeOf(key)).catch(nullWhereMissing);
      return file && { stream: file.createReadStream(), size: (await file.stat()).size };
    },
    // The folder around it stays, though empty: another file of it may be about to be written.
    removeFolder: (folder) => rm(folderOf(folder), { recursive: true, force: true }),
    list: (folder) => walk(root, folderOf(folder)),
  };
}

async function writeWhole(place: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = path.join(path.dirname(place), UNFINISHED + randomUUID());
  try {
    const made = await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    await write(unfinished);
    // Unlike a rename, a link refuses to replace what is there.
    await link(unfinished, place);
    await syncFolders(path.dirname(place), made === undefined ? place : made);
  } catch (error) {
    throw isFailing(error) ? new AppError('storage.unavailable', { details: error }) : error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

const writeNew = (place: string, bytes: Uint8Array) =>
  writeFile(place, bytes, { mode: 0o600, flag: 'wx', flush: true });

async function copyNew(from: string, place: string): Promise<void> {
  await copyFile(from, place);
  const file: FileHandle = await open(place, 'r+');
  await file.chmod(0o600);
  await file.sync();
  await file.close();
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

function isFailing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FAILING.has(String(error.code));
}

function nullWhereMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return null;
  throw isFailing(error) ? new AppError('storage.unavailable', { details: error }) : error;
}

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process, or this one, already works in the folder. The message is Spanish. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';
}

/** Locks held by this process. Kept here, since one that is garbage-collected lets go. */
const held = new Map<string, DatabaseSync>();

/**
 * Takes a folder for this process alone; made if missing, readable by its owner only. The operating system ends the
 * lock with the process, however it dies, and never while it lives, even frozen.
 * @returns what gives the folder back.
 * @throws DirectoryInUseError
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, 'lock.db');
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    // 5 is SQLITE_BUSY.
    if ((error as { errcode?: number }).errcode !== 5) throw error;
    throw new DirectoryInUseError(
      `La carpeta de datos ${directory} ya la usa otro proceso de Atalaya. Deténgalo o indique otra en DATA_DIR.`,
    );
  }
  held.set(file, lock);
  return () => {
    held.delete(file);
    lock.close();
  };
}

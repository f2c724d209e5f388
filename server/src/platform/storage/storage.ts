import type { Readable } from 'node:stream';

export type StoredFile = {
  key: string;
  /** When it was written, by the clock of the storage. */
  written_at: Date;
};

/**
 * Files by their keys: 'avatars/…/512.webp', names of a-z, 0-9, '.' and '-' between slashes, never a client's own
 * text. A file is written once and never changed. Where the storage cannot be reached or is full, everything here
 * throws AppError('storage.unavailable').
 */
export type Storage = {
  /** Writes a whole file, which no reader ever sees in part. Throws where the key exists. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same with what a file of this machine holds; that file stays where it is. For what is too large for memory. */
  putFile(key: string, place: string): Promise<void>;
  /** The bytes of a file, or null. */
  get(key: string): Promise<Buffer | null>;
  /** A file to read piece by piece, with its size in bytes, or null. The caller reads or destroys the stream. */
  open(key: string): Promise<{ stream: Readable; size: number } | null>;
  /**
   * Removes every file whose key begins with this folder ('avatars/x/'); none is no error. During a backup files of
   * this machine stay: each feature that stores some sweeps what its rows no longer point to.
   */
  removeFolder(folder: string): Promise<void>;
  /** Every file whose key begins with this folder, in no order. */
  list(folder: string): AsyncIterable<StoredFile>;
};

const KEY = /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/;

/** The key itself. @throws Error where it is not a key that we make */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('not the key of a stored file');
  return key;
}

/** The same for a folder: without its last slash. */
export function checkedFolder(folder: string): string {
  return checkedKey(folder.replace(/\/$/, ''));
}

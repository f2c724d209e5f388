export type StoredFile = {
  key: string;
  /** When it was written, by the clock of the storage. */
  written_at: Date;
};

/**
 * Files by their keys: 'avatars/…/512.webp', names of a-z, 0-9, '.' and '-' between slashes, never a client's own
 * text. A file is written once and never changed.
 */
export type Storage = {
  /** Writes a whole file, which no reader ever sees in part. Throws where the key exists. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a file, or null. */
  get(key: string): Promise<Buffer | null>;
  /** Removes every file whose key begins with this folder ('avatars/x/'); none is no error. */
  removeFolder(folder: string): Promise<void>;
  /** Every file whose key begins with this folder, in no order. */
  list(folder: string): AsyncIterable<StoredFile>;
};

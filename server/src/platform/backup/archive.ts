import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { syncMoved } from '../core/sync-folders.ts';

/** The file is no whole archive of ours. The message is Spanish. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/** The last entry: the digest of each entry before it. A file that was cut off does not have it. */
const CONTENTS = 'contents.json';

/** Writes an archive (tar, gzip), readable by its owner alone; it has its name once it is whole. */
export class ArchiveWriter {
  readonly #place: string;
  readonly #unfinished: string;
  readonly #tar = pack();
  readonly #written: Promise<void>;
  /** Rejects once nothing more can be written. */
  readonly #failed: Promise<never>;
  readonly #digests: Record<string, string> = {};

  constructor(place: string) {
    this.#place = place;
    this.#unfinished = `${place}.part`;
    const file = createWriteStream(this.#unfinished, { mode: 0o600 });
    this.#written = pipeline(this.#tar, createGzip({ level: 3 }), file);
    this.#failed = this.#written.then(() => Promise.reject(new Error('the archive ended early')));
    // Each step waits for it; without this a full disk between two steps would be an unhandled rejection.
    this.#failed.catch(() => undefined);
  }

  async add(name: string, bytes: Buffer): Promise<void> {
    this.#digests[name] = createHash('sha256').update(bytes).digest('hex');
    await this.#addBytes(name, bytes);
  }

  /** Adds a file as it is. */
  async addFile(name: string, place: string): Promise<void> {
    const file = await open(place);
    const { size } = await file.stat();
    const digest = createHash('sha256');
    const entry = this.#tar.entry({ name, size, mode: 0o600 }, (error) => error && this.#tar.destroy(error));
    // A file that grows has the length that was announced.
    const source = file.createReadStream({ end: Math.max(size, 1) - 1 });
    for await (const chunk of source as AsyncIterable<Buffer>) {
      digest.update(chunk);
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), this.#failed]);
    }
    entry.end(null);
    this.#digests[name] = digest.digest('hex');
  }

  /** Returns the bytes of the finished archive. */
  async finish(): Promise<number> {
    await this.#addBytes(CONTENTS, Buffer.from(JSON.stringify(this.#digests)));
    this.#tar.finalize();
    await this.#written;
    const file = await open(this.#unfinished, 'r+');
    await file.sync();
    await file.close();
    await rename(this.#unfinished, this.#place);
    await syncMoved(path.dirname(this.#place));
    return (await stat(this.#place)).size;
  }

  /** Gives up, and leaves nothing behind. */
  async discard(): Promise<void> {
    this.#tar.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#unfinished, { force: true });
  }

  async #addBytes(name: string, bytes: Buffer): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      this.#tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([added, this.#failed]);
  }
}

/**
 * Reads an archive from its beginning to its end.
 * @param take gets each entry; it need not read it.
 * @throws ArchiveError where an entry is not what was written, or the end is missing.
 */
export async function readArchive(
  place: string,
  take: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const entries = extract();
  const digests: Record<string, string> = {};
  let contents: Record<string, string> | null = null;
  const source = pipeline(createReadStream(place), createGunzip(), entries);
  source.catch(() => undefined);
  try {
    for await (const entry of entries) {
      const { name } = entry.header;
      if (name === CONTENTS) {
        contents = JSON.parse((await buffer(entry)).toString()) as Record<string, string>;
        continue;
      }
      const digest = createHash('sha256');
      const content = digesting(entry as AsyncIterable<Buffer>, digest);
      await take(name, content);
      // What was not wanted is read all the same.
      for await (const _ of content);
      digests[name] = digest.digest('hex');
    }
    await source;
  } catch (error) {
    if (isDamage(error))
      throw new ArchiveError(`El archivo ${place} está dañado o incompleto.`, { cause: error });
    throw error;
  }
  if (!contents) throw new ArchiveError(`El archivo ${place} no es una copia entera de Atalaya.`);
  const names = new Set([...Object.keys(contents), ...Object.keys(digests)]);
  const wrong = [...names].find((name) => contents[name] !== digests[name]);
  if (wrong) throw new ArchiveError(`El archivo ${place} está dañado: «${wrong}» no es lo que se guardó.`);
}

async function* digesting(chunks: AsyncIterable<Buffer>, digest: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
}

/** Of the formats: a name of zlib, or a sentence of the reader of tar. */
function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  const { code, message } = error as NodeJS.ErrnoException;
  return (code?.startsWith('Z_') ?? false) || /tar|end of data|header/i.test(message);
}

import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type Zip = {
  /** Adds a file, piece by piece as it is read; done once all of it was. */
  add(name: string, content: Readable, options?: { compress: boolean }): Promise<void>;
  /** Ends it: the whole file is on the disk. */
  close(): Promise<void>;
  /** Gives it up. */
  discard(): void;
};

/** A zip that is written to a new file of this machine, one entry after the other, never as a whole in memory. */
export function openZip(place: string): Zip {
  const zip = new ZipFile();
  const out = createWriteStream(place, { flags: 'wx', mode: 0o600 });
  const written = pipeline(zip.outputStream, out);
  const failed = new Promise<never>((_resolve, reject) => {
    zip.on('error', reject);
    written.catch(reject);
  });
  // No unhandled rejection: the next call of `add` or `close` rejects with it.
  failed.catch(() => undefined);
  return {
    add: async (name, content, options = { compress: true }) => {
      zip.addReadStream(content, name, options);
      try {
        await Promise.race([finished(content, { cleanup: true }), failed]);
      } catch (error) {
        content.destroy();
        throw error;
      }
    },
    close: () => {
      zip.end();
      return Promise.race([written, failed]);
    },
    discard: () => {
      out.destroy();
    },
  };
}

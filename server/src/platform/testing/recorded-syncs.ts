import { readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';

/** Notes what this process forces to the disk until the test ends, each file and folder by its path at that moment. */
export async function recordSyncs(): Promise<string[]> {
  const handle = await open('/');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const places: string[] = [];
  const sync = prototype.sync;
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    places.push(readlinkSync(`/proc/self/fd/${this.fd}`));
    return sync.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  return places;
}

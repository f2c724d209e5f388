import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../core/config.ts';
import { openTestBucket } from '../testing/s3.ts';
import type { TestBucket } from '../testing/s3.ts';
import { openDiskStorage } from './disk-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'atalaya-storage-'));
let bucket: TestBucket;
const stores: Partial<Record<'disk' | 's3', Storage>> = {};

beforeAll(async () => {
  bucket = await openTestBucket();
  stores.disk = openDiskStorage(join(folder, 'uploads'));
  stores.s3 = openS3Storage(loadConfig({ DATA_DIR: folder, ...bucket.env }).s3!);
});
afterAll(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true });
});

const keysOf = async (storage: Storage, of: string) =>
  (await Array.fromAsync(storage.list(of))).map(({ key }) => key).sort();

describe.each(['disk', 's3'] as const)('files on %s', (driver) => {
  const storage = () => stores[driver]!;

  test('come back byte for byte, whole and piece by piece', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, position) => position % 251));
    await storage().put('a/whole.webp', bytes);
    expect(await storage().get('a/whole.webp')).toEqual(bytes);
    const opened = await storage().open('a/whole.webp');
    expect(opened?.size).toBe(bytes.length);
    expect(await buffer(opened!.stream)).toEqual(bytes);
  });

  test('are taken from a file of this machine, which stays', async () => {
    const place = join(folder, `made-for-${driver}`);
    writeFileSync(place, 'a zip');
    await storage().putFile('b/data.zip', place);
    expect(String(await storage().get('b/data.zip'))).toBe('a zip');
    await storage().putFile('b/again.zip', place);
  });

  test('are never replaced', async () => {
    await storage().put('c/once.webp', Buffer.from('first'));
    await expect(storage().put('c/once.webp', Buffer.from('second'))).rejects.toThrow(
      /EEXIST|never replaced/,
    );
    expect(String(await storage().get('c/once.webp'))).toBe('first');
  });

  test('that are not there are null', async () => {
    expect(await storage().get('nowhere/at-all.webp')).toBeNull();
    expect(await storage().open('nowhere/at-all.webp')).toBeNull();
  });

  test('are listed with their time and removed by their folder alone', async () => {
    for (const key of ['d/x/1.webp', 'd/x/2.webp', 'd/xy/1.webp']) await storage().put(key, Buffer.from('.'));
    expect(await keysOf(storage(), 'd/x/')).toEqual(['d/x/1.webp', 'd/x/2.webp']);
    const [first] = await Array.fromAsync(storage().list('d/'));
    expect(Math.abs(Date.now() - first!.written_at.getTime())).toBeLessThan(60_000);
    await storage().removeFolder('d/x/');
    await storage().removeFolder('d/x/');
    expect(await keysOf(storage(), 'd/')).toEqual(['d/xy/1.webp']);
    expect(await keysOf(storage(), 'nothing/')).toEqual([]);
  });

  // U4
  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/%2e', 'a/\0', 'A/b', ''])(
    'have no key like %j',
    async (key) => {
      await expect((async () => storage().put(key, Buffer.from('x')))()).rejects.toThrow(
        'not the key of a stored file',
      );
      await expect((async () => storage().get(key))()).rejects.toThrow('not the key of a stored file');
    },
  );
});

// U7
test('a file on disk is in its folder for good before it is said to be kept, and so is a new folder', async () => {
  const root = mkdtempSync(join(folder, 'root-'));
  const disk = openDiskStorage(join(root, 'synced'));
  const handle = await open(root, 'r');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  const synced: string[] = [];
  const sync = vi.spyOn(prototype, 'sync').mockImplementation(async function synced_(this: FileHandle) {
    const name = readlinkSync(`/proc/self/fd/${String(this.fd)}`);
    if (!statSync(name).isDirectory()) {
      synced.push('the file');
      return;
    }
    const inside = readdirSync(name).filter((each) => !each.startsWith('.'));
    synced.push(`${relative(root, name)}: ${inside.join()}`);
  });
  await disk.put('a/b/1.webp', Buffer.from('x'));
  await disk.put('a/b/2.webp', Buffer.from('x'));
  sync.mockRestore();
  await handle.close();
  expect(synced).toEqual([
    'the file',
    'synced/a/b: 1.webp',
    'synced/a: b',
    'synced: a',
    ': synced',
    'the file',
    'synced/a/b: 1.webp,2.webp',
  ]);
});

test('a bucket lists more files than one page of the protocol holds', async () => {
  const keys = Array.from(
    { length: 1003 },
    (_, position) => `many/${String(position).padStart(4, '0')}.webp`,
  );
  for (let start = 0; start < keys.length; start += 50)
    await Promise.all(keys.slice(start, start + 50).map((key) => stores.s3!.put(key, Buffer.from('.'))));
  expect(await keysOf(stores.s3!, 'many/')).toEqual(keys);
});

// F4
test('a storage that is down, or refuses, is called unavailable', async () => {
  const away = await openTestBucket();
  const config = loadConfig({ DATA_DIR: folder, ...away.env }).s3!;
  const elsewhere = openS3Storage({ ...config, bucket: 'no-such-bucket' });
  await expect(elsewhere.put('a/b.webp', Buffer.from('.'))).rejects.toMatchObject({
    code: 'storage.unavailable',
  });
  await away.close();
  const down = openS3Storage(config);
  // One after the other: a call that failed before it is waited for would be an unhandled rejection.
  const calls = [
    () => down.get('a/b.webp'),
    () => down.put('a/b.webp', Buffer.from('.')),
    () => keysOf(down, 'a/'),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'storage.unavailable' });
});

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { loadConfig } from '../core/config.ts';
import { closePlatform, openPlatform } from '../process/platform.ts';
import type { Platform } from '../process/platform.ts';
import { createTestDatabase } from './database.ts';
import { openTestBucket } from './s3.ts';
import { silentLog } from './silent-log.ts';
import { TEMPLATE } from './template.ts';

const compiled = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/compiled');
const program = path.join(import.meta.dirname, 'killed-uploader.ts');

export type KilledUploads = {
  platform: Platform;
  files: () => Promise<string[]>;
  close: () => Promise<void>;
};

/** What a process leaves that was killed while four people replaced pictures (killed-uploader.ts says when). */
export async function killUploads(
  kind: 'avatar' | 'ticket-file',
  driver: 'disk' | 's3',
): Promise<KilledUploads> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-killed-'));
  const database = await createTestDatabase(TEMPLATE);
  const bucket = driver === 's3' ? await openTestBucket() : null;
  const env: Record<string, string> = {
    DATA_DIR: folder,
    DEMO: '0',
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '2',
    FILES: 'shared',
    ...bucket?.env,
  };
  const picture = path.join(folder, 'picture.png');
  const drawn = sharp({ create: { width: 600, height: 400, channels: 3, background: '#2a6' } });
  writeFileSync(picture, await drawn.png().toBuffer());
  const signal = await new Promise((resolve) => {
    const options = { env: { ...env, NODE_COMPILE_CACHE: compiled } };
    execFile(process.execPath, [program, picture, kind], options, (error, _said, problems) => {
      if (problems) process.stderr.write(problems);
      resolve(error?.signal);
    });
  });
  expect(signal).toBe('SIGKILL');

  const platform = await openPlatform(loadConfig(env), silentLog);
  const files = async () => {
    const keys: string[] = [];
    for await (const { key } of platform.storage.list(`${kind}s/`)) keys.push(key);
    return keys;
  };
  const close = async () => {
    await closePlatform(platform);
    await bucket?.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { platform, files, close };
}

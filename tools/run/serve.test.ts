import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

// C4
test('npm run serve is for real use: without NODE_ENV it asks for what production needs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: folder, PORT: '0' };
  const main = join(import.meta.dirname, 'main.ts');
  // A server that starts all the same would go on for ever.
  const options = { env, encoding: 'utf8', timeout: 30_000 } as const;
  const { status, stderr } = spawnSync(process.execPath, [main, 'serve'], options);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('Falta PUBLIC_URL') });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SERVER_SOURCES } from './build-server.ts';
import { WEB_SOURCES } from './build-web.ts';
import { hashSources, isStamped, writeStamp } from './stamp.ts';

/** A folder of its own: writes a file and tells the hash of everything a half is made of. */
function sources(patterns: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'atalaya-hash-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return (path: string, text: string): string => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    return hashSources(root, patterns);
  };
}

test('the hash of the browser’s half follows its sources and the lockfile, not tests, output or the server', () => {
  const write = sources(WEB_SOURCES);
  const first = write('web/src/main.tsx', 'a');
  expect(write('web/dist/index.html', 'x')).toBe(first);
  expect(write('web/node_modules/p/p.js', 'x')).toBe(first);
  expect(write('web/src/main.test.tsx', 'x')).toBe(first);
  expect(write('server/src/main.ts', 'x')).toBe(first);

  const hashes = [first, write('ui/src/button.tsx', 'b'), write('contract/src/users.ts', 'c')];
  hashes.push(write('package-lock.json', '{}'), write('web/src/main.tsx', 'A'));
  expect(new Set(hashes).size).toBe(5);
});

test('the hash of the server’s half follows its sources and the lockfile, not tests, output or the browser’s', () => {
  const write = sources(SERVER_SOURCES);
  const first = write('server/src/main.js', 'a');
  expect(write('server/dist/main.js', 'x')).toBe(first);
  expect(write('server/src/app.test.ts', 'x')).toBe(first);
  expect(write('server/migrations/0001_first.sql', 'x')).toBe(first);
  expect(write('web/src/main.tsx', 'x')).toBe(first);

  const hashes = [first, write('server/src/app.ts', 'b'), write('contract/src/users.ts', 'c')];
  hashes.push(write('package-lock.json', '{}'), write('tools/build/build-server.ts', 'd'));
  expect(new Set(hashes).size).toBe(5);
});

test('a build is taken for current only with what it must hold, of the very hash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-stamp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [stamp, output] = [join(folder, 'dist', 'stamp'), join(folder, 'main.js')];
  expect(isStamped(stamp, 'one', output)).toBe(false);
  writeStamp(stamp, 'one');
  expect(isStamped(stamp, 'one', output)).toBe(false);
  writeFileSync(output, '');
  expect(isStamped(stamp, 'one', output)).toBe(true);
  expect(isStamped(stamp, 'two', output)).toBe(false);
});

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashSources } from './build-web.ts';

test('the hash follows sources and the lockfile, not tests, output or other halves', () => {
  const root = mkdtempSync(join(tmpdir(), 'atalaya-hash-'));
  const write = (path: string, text: string): string => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    return hashSources(root);
  };
  const first = write('web/src/main.tsx', 'a');
  expect(write('web/dist/index.html', 'x')).toBe(first);
  expect(write('web/node_modules/p/p.js', 'x')).toBe(first);
  expect(write('web/src/main.test.tsx', 'x')).toBe(first);
  expect(write('server/src/main.ts', 'x')).toBe(first);

  const hashes = [first, write('ui/src/button.tsx', 'b'), write('contract/src/users.ts', 'c')];
  hashes.push(write('package-lock.json', '{}'), write('web/src/main.tsx', 'A'));
  expect(new Set(hashes).size).toBe(5);
});

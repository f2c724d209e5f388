import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { findChromium } from '../chromium.ts';
import { binary, run } from './process.ts';

function hasAptAsRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

export async function installWithApt(packageName: string): Promise<void> {
  console.log(`Installing ${packageName} for the tests…`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-q', 'update'], env);
  await run('apt-get', ['-q', '-y', '--no-install-recommends', 'install', packageName], env);
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

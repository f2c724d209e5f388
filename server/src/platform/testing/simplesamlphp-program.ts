import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where Debian puts them. */
export const SIMPLESAMLPHP = '/usr/share/simplesamlphp';
export const PHP = '/usr/bin/php';

const NEEDED = ['dom', 'mbstring', 'openssl'];

/** It and the PHP that it needs, which its package does not ask for whole. */
export function hasSimpleSaml(): boolean {
  if (!existsSync(`${SIMPLESAMLPHP}/www`)) return false;
  const { status, stdout } = spawnSync(PHP, ['-m'], { encoding: 'utf8' });
  return status === 0 && NEEDED.every((name) => stdout.split('\n').includes(name));
}

export const NO_SIMPLESAML =
  'No SimpleSAMLphp was found (Debian: simplesamlphp php-cli php-xml php-mbstring): the tests beside a SAML provider ' +
  'that others have written are left out.';

import { existsSync } from 'node:fs';
import path from 'node:path';
import { findPrograms } from '../../server/src/platform/testing/postgres-server.ts';
import { installWithApt } from '../run/requirements.ts';

export type Programs = { haproxy: string; pgbouncer: string; postgres: string; basebackup: string };

const PACKAGES = ['haproxy', 'pgbouncer', 'postgresql'];

/** The programs that a fleet is made of, as Debian's packages bring them; null where one is missing. */
export function findFleetPrograms(): Programs | null {
  const folder = findPrograms();
  const programs = {
    haproxy: '/usr/sbin/haproxy',
    pgbouncer: '/usr/sbin/pgbouncer',
    postgres: path.join(folder ?? '', 'postgres'),
    basebackup: path.join(folder ?? '', 'pg_basebackup'),
  };
  return folder && Object.values(programs).every((each) => existsSync(each)) ? programs : null;
}

/** Installs them; needs root and apt. */
export async function installFleetPrograms(): Promise<void> {
  for (const name of PACKAGES) await installWithApt(name);
}

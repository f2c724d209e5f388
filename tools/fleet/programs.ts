import { existsSync } from 'node:fs';
import path from 'node:path';
import { PGBOUNCER } from '../../server/src/platform/testing/pgbouncer-program.ts';
import { findPrograms } from '../../server/src/platform/testing/postgres-server.ts';
import { installWithApt } from '../process/requirements.ts';

export type Programs = {
  haproxy: string;
  pgbouncer: string;
  postgres: string;
  basebackup: string;
  /** Where Patroni decides who is the primary. */
  patroni?: PatroniPrograms;
};
export type PatroniPrograms = { patroni: string; etcd: string };

const PACKAGES = ['haproxy', 'pgbouncer', 'postgresql'];
const PATRONI_PACKAGES = ['etcd-server', 'patroni'];
const PATRONI = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd' };

const exist = (programs: Record<string, string>) => Object.values(programs).every((each) => existsSync(each));

/** The programs that a fleet is made of, as Debian's packages bring them; null where one is missing. */
export function findFleetPrograms(withPatroni = false): Programs | null {
  const folder = findPrograms();
  const programs = {
    haproxy: '/usr/sbin/haproxy',
    pgbouncer: PGBOUNCER,
    postgres: path.join(folder ?? '', 'postgres'),
    basebackup: path.join(folder ?? '', 'pg_basebackup'),
  };
  if (!folder || !exist(programs)) return null;
  if (!withPatroni) return programs;
  return exist(PATRONI) ? { ...programs, patroni: PATRONI } : null;
}

/** Installs them; needs root and apt. */
export async function installFleetPrograms(withPatroni: boolean): Promise<void> {
  for (const name of withPatroni ? [...PACKAGES, ...PATRONI_PACKAGES] : PACKAGES) await installWithApt(name);
}

import { existsSync } from 'node:fs';

/** Where Debian puts it. */
export const PGBOUNCER = '/usr/sbin/pgbouncer';

export const hasPgBouncer = () => existsSync(PGBOUNCER);

export const NO_PGBOUNCER = `No PgBouncer was found (${PGBOUNCER}): the tests behind a pooler are left out.`;

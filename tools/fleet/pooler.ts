import path from 'node:path';
import { startPgBouncer } from '../../server/src/platform/testing/pgbouncer.ts';

/** A new primary is looked for every second, and no client waits for one for more than five: the defaults are 15 and 120. */
const IMPATIENT = { server_login_retry: 1, server_connect_timeout: 2, query_wait_timeout: 5 };

/** PgBouncer in transaction mode before the primary. */
export const startPooler = (folder: string, primaryUrl: string) =>
  startPgBouncer(path.join(folder, 'pgbouncer'), primaryUrl, { default_pool_size: 30, ...IMPATIENT });

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chooseAccount, commandFor, giveTo } from '../../server/src/platform/database/postgres-process.ts';
import { end, startQuietly, until } from './processes.ts';

const PORT = 6432;

/**
 * PgBouncer in transaction mode before the port that leads to the primary. It looks for a new primary every second, and
 * lets nobody wait for one for more than five: its own defaults are 15 and 120.
 */
export async function startPooler(
  parent: string,
  program: string,
  primaryPort: number,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = path.join(parent, 'pgbouncer');
  mkdirSync(folder);
  const account = chooseAccount({ initdb: program, postgres: program }, folder);
  writeFileSync(path.join(folder, 'users.txt'), '"atalaya" ""\n');
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
atalaya = host=127.0.0.1 port=${primaryPort}
[pgbouncer]
pool_mode = transaction
default_pool_size = 30
max_client_conn = 500
server_login_retry = 1
server_connect_timeout = 2
query_wait_timeout = 5
auth_type = trust
auth_file = ${folder}/users.txt
unix_socket_dir = ${folder}
listen_port = ${PORT}
listen_addr =
ignore_startup_parameters = extra_float_digits
`,
  );
  giveTo(account, folder);
  const { file, args, ids } = commandFor(account, program, ['--quiet', path.join(folder, 'pgbouncer.ini')]);
  const child = startQuietly(file, args, ids);
  await until('PgBouncer listens', async () => existsSync(path.join(folder, `.s.PGSQL.${PORT}`)));
  return {
    url: `postgresql://atalaya@${encodeURIComponent(folder)}:${PORT}/atalaya`,
    stop: () => end(child),
  };
}

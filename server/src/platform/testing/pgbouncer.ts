import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount, commandFor, giveTo } from '../database/postgres-process.ts';
import { PGBOUNCER } from './pgbouncer-program.ts';

/** Names its socket's file; there is no port. */
const PORT = 6432;

/** Two connections per database: transactions of several clients come to be mixed on each. */
const FEW_CONNECTIONS = { default_pool_size: 2 };

/**
 * Starts a PgBouncer in transaction mode, in a folder of its own, before the server that `url` names.
 * @returns the address of the same database through it.
 */
export async function startPgBouncer(
  folder: string,
  url: string,
  settings: Record<string, number> = FEW_CONNECTIONS,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { host, port, user, database } = new pg.Client({ connectionString: url });
  mkdirSync(folder, { recursive: true });
  const account = chooseAccount({ initdb: PGBOUNCER, postgres: PGBOUNCER }, folder);
  writeFileSync(path.join(folder, 'users.txt'), `"${user ?? ''}" ""\n`);
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${host} port=${port}
[pgbouncer]
pool_mode = transaction
${Object.entries(settings)
  .map(([name, value]) => `${name} = ${value}`)
  .join('\n')}
max_client_conn = 500
auth_type = trust
auth_file = ${folder}/users.txt
unix_socket_dir = ${folder}
listen_port = ${PORT}
listen_addr =
ignore_startup_parameters = extra_float_digits
`,
  );
  giveTo(account, folder);
  const { file, args, ids } = commandFor(account, PGBOUNCER, ['--quiet', path.join(folder, 'pgbouncer.ini')]);
  const child = spawn(file, args, { ...ids, stdio: 'ignore' });
  while (!existsSync(path.join(folder, `.s.PGSQL.${PORT}`))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start');
    await pause(20);
  }
  return {
    url: `postgresql://${user}@${encodeURIComponent(folder)}:${PORT}/${database}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

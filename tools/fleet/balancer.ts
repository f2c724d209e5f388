import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Node, PostgresPair } from './postgres-node.ts';
import type { Programs } from './programs.ts';
import { end, startQuietly, until } from './processes.ts';
import { freePort } from '../../server/src/platform/testing/free-port.ts';

export type Balancer = {
  /** Where people come in. */
  url: string;
  /** Leads to whichever PostgreSQL is the primary. */
  primaryPort: number;
  stop: () => Promise<void>;
};

/**
 * HAProxy before the servers, which it asks every half second whether they are ready, and before the two PostgreSQL.
 * A connection that is refused is tried at another server; an answer that was begun never is.
 */
export async function startBalancer(
  folder: string,
  { haproxy }: Programs,
  serverPorts: number[],
  { primary, standby }: PostgresPair,
): Promise<Balancer> {
  const [port, primaryPort] = [await freePort(), await freePort()];
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, configure({ port, primaryPort }, serverPorts, [primary, standby]));
  const child = startQuietly(haproxy, ['-db', '-f', file]);
  await until('HAProxy answers', async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0);
  // HAProxy takes both for primaries until its first check of each, and turns from one to the other with each connection.
  await until('the port of the primary leads to it alone', async () => {
    for (let n = 0; n < 4; n++) if (await isStandby(primaryPort)) return false;
    return true;
  });
  return {
    url: `http://localhost:${port}`,
    primaryPort,
    stop: () => end(child, 'SIGKILL'),
  };
}

async function isStandby(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ so: boolean }>('select pg_is_in_recovery() as so');
  await client.end();
  return rows[0]?.so !== false;
}

type Ports = { port: number; primaryPort: number };

function configure({ port, primaryPort }: Ports, serverPorts: number[], nodes: Node[]): string {
  const servers = serverPorts.map(
    (each, n) => `  server atalaya${n + 1} 127.0.0.1:${each} check inter 500ms fall 1 rise 1`,
  );
  const postgres = nodes.map(
    (node, n) =>
      `  server postgres${n + 1} 127.0.0.1:${node.port} check addr 127.0.0.1 port ${node.primaryCheck} ` +
      'inter 300ms fall 1 rise 1 on-marked-down shutdown-sessions',
  );
  return `global
  maxconn 4000
defaults
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 10s
frontend people
  mode http
  bind 127.0.0.1:${port}
  option forwardfor if-none
  default_backend servers
backend servers
  mode http
  balance roundrobin
  option httpchk GET /api/health/ready
  option redispatch 1
  retries 5
  retry-on conn-failure
${servers.join('\n')}
listen primary
  mode tcp
  bind 127.0.0.1:${primaryPort}
  option httpchk GET /
${postgres.join('\n')}
`;
}

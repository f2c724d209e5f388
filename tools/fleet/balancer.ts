import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Node, PostgresPair } from './postgres-pair.ts';
import type { Programs } from './programs.ts';
import { end, freePort, startQuietly, until } from './processes.ts';

export type Balancer = {
  /** Where people come in. */
  url: string;
  /** Leads to whichever PostgreSQL is the primary. */
  primaryPort: number;
  /** Leads to a standby, and to the primary where there is none. */
  standbyPort: number;
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
  const [port, primaryPort, standbyPort] = [await freePort(), await freePort(), await freePort()];
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, configure({ port, primaryPort, standbyPort }, serverPorts, [primary, standby]));
  const child = startQuietly(haproxy, ['-db', '-f', file]);
  await until('HAProxy answers', async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0);
  return {
    url: `http://localhost:${port}`,
    primaryPort,
    standbyPort,
    stop: () => end(child, 'SIGKILL'),
  };
}

type Ports = { port: number; primaryPort: number; standbyPort: number };

function configure({ port, primaryPort, standbyPort }: Ports, serverPorts: number[], nodes: Node[]): string {
  const servers = serverPorts.map(
    (each, n) => `  server atalaya${n + 1} 127.0.0.1:${each} check inter 500ms fall 1 rise 1`,
  );
  const listen = (name: string, on: number, check: 'primaryCheck' | 'standbyCheck') => `listen ${name}
  mode tcp
  bind 127.0.0.1:${on}
  option httpchk GET /
${nodes
  .map(
    (node, n) =>
      `  server ${name}${n + 1} 127.0.0.1:${node.port} check addr 127.0.0.1 port ${node[check]} ` +
      'inter 300ms fall 1 rise 1 on-marked-down shutdown-sessions',
  )
  .join('\n')}
`;
  return `global
  maxconn 4000
defaults
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
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
${listen('primary', primaryPort, 'primaryCheck')}${listen('standby', standbyPort, 'standbyCheck')}`;
}

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const given = new Set<number>();

/**
 * A port of the loopback address that no process listens on. It is below those that the system gives to connections by
 * itself, of which any might take it before the one that asked listens; and this process is given it once.
 */
export async function freePort(from = 11_000, count = 9_000): Promise<number> {
  for (;;) {
    const port = randomInt(from, from + count);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

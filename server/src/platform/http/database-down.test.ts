import { createServer, connect } from 'node:net';
import type { Server, Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ErrorBody } from '@atalaya/contract/errors';
import { expect, test } from 'vitest';
import { openPostgres } from '../database/database.ts';
import { engines, openTestDatabase } from '../testing/database.ts';
import { startTestServer } from '../testing/server.ts';

/** A wire to the database that can be cut and mended: what happens when its machine goes away. */
class Wire {
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  readonly #target: string;
  #port = 0;

  constructor(target: string) {
    this.#target = target;
  }

  /** The database's address through this wire. */
  urlOf({ username, pathname }: URL): string {
    return `postgresql://${username}@127.0.0.1:${this.#port}${pathname}`;
  }

  async mend(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(this.#target);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
      }
      near.pipe(far).pipe(near);
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async cut(): Promise<void> {
    const closed = this.#server ? once(this.#server, 'close') : null;
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

// F1: an embedded database cannot go away on its own, so this is about PostgreSQL alone.
test.runIf(engines.includes('postgres'))(
  'a database that goes away is told as 503, and comes back unaided',
  async () => {
    const real = await openTestDatabase('postgres');
    const url = new URL(real.url ?? '');
    const wire = new Wire(join(decodeURIComponent(url.hostname), '.s.PGSQL.5432'));
    await wire.mend();
    const far = openPostgres(wire.urlOf(url), 4);
    const server = await startTestServer({ database: { ...far, url: null } });
    const { cookie } = await server.makePerson({ role: 'super_admin' });
    const get = (path: string) => server.send({ url: path, cookie });
    const statuses = async () => {
      const replies = await Promise.all(['/api/users', '/api/health/ready', '/api/health/live'].map(get));
      return replies.map(({ statusCode }) => statusCode);
    };
    expect(await statuses()).toEqual([200, 200, 200]);

    await wire.cut();
    expect(await statuses()).toEqual([503, 503, 200]);
    const refused = await get('/api/users');
    expect(refused.json<ErrorBody>().code).toBe('server.unavailable');
    expect(refused.headers).toMatchObject({ 'retry-after': '2', 'x-content-type-options': 'nosniff' });

    await wire.mend();
    expect(await statuses()).toEqual([200, 200, 200]);

    await server.close();
    await far.close();
    await wire.cut();
    await real.close();
  },
);

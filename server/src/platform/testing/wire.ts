import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { once } from 'node:events';

/** A wire to the database that can be cut and mended: what happens when its machine goes away. */
export class Wire {
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  readonly #target: string;
  #port = 0;
  #hangs = false;

  constructor(target: string) {
    this.#target = target;
  }

  /** The database's address through this wire. */
  urlOf({ username, pathname }: URL): string {
    return `postgresql://${username}@127.0.0.1:${this.#port}${pathname}`;
  }

  async mend(): Promise<void> {
    this.#server = createServer((near) => {
      if (this.#hangs) {
        this.#sockets.add(near.on('error', () => undefined));
        return;
      }
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

  /** What comes is taken, and nothing is passed on or answered: the machine behind it hangs. */
  hang(): void {
    this.#hangs = true;
    for (const socket of this.#sockets) socket.unpipe();
  }

  async cut(): Promise<void> {
    this.#hangs = false;

    const closed = this.#server ? once(this.#server, 'close') : null;
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

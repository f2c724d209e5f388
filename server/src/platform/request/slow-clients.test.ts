import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/server.ts';

const CLIENTS = 100;
/** Milliseconds between two bytes of a client that never stops to send and never ends. */
const PAUSE = 20;

const HEAD =
  'POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\nContent-Type: application/json\r\n';
const KINDS = [
  { what: 'the head', first: HEAD, drip: 'X-More: a\r\n' },
  { what: 'the body', first: `${HEAD}Content-Length: 100000\r\n\r\n`, drip: 'a' },
];

// P3
test.each(KINDS)(
  'clients that send $what byte by byte are cut while others are served',
  async ({ first, drip }) => {
    const timeouts = { head: 1_000, whole: 1_500, check: 100, silence: 1_500 };
    const server = await startTestServer({ timeouts });
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;

    const slow = Array.from({ length: CLIENTS }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(first);
      const dripping = setInterval(() => socket.writable && socket.write(drip), PAUSE);
      socket.on('close', () => clearInterval(dripping));
      return { said: text(socket).catch(() => ''), connected: once(socket, 'connect') };
    });
    await Promise.all(slow.map(({ connected }) => connected));
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);

    const said = await Promise.all(slow.map(({ said }) => said));
    // They hear why, unless the connection breaks before they can.
    for (const each of said) expect(each).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
    await server.close();
  },
);

test('a connection that was opened ahead and is not used is closed without a word', async () => {
  const server = await startTestServer({ timeouts: { head: 500, whole: 1_000, check: 100, silence: 1_500 } });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  expect(await text(socket).catch(() => '')).toBe('');
  await server.close();
});

import { request } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Socket } from 'node:net';

type Target = { address: string; port: number };

/**
 * A connection to an address by way of the operator's proxy (CONNECT; RFC 9110, 9.3.6). The proxy is told the address
 * that was judged, not its name: it cannot look up another one.
 * @param proxy http://host:port, with a name and password for it if it wants them
 */
export function openTunnel(proxy: URL, { address, port }: Target, signal: AbortSignal): Promise<Socket> {
  const place = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const { username, password } = proxy;
  const known = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = { 'proxy-authorization': `Basic ${Buffer.from(known).toString('base64')}` };
  return new Promise((resolve, reject) => {
    request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || 80,
      method: 'CONNECT',
      path: place,
      headers: { host: place, ...(username ? authorization : {}) },
      agent: false,
      signal,
    })
      .on('connect', ({ statusCode = 0 }, socket: Socket) => {
        if (statusCode >= 200 && statusCode < 300) return resolve(socket);
        socket.destroy();
        reject(new Error(`the proxy answered ${statusCode}`));
      })
      // An answer that is no tunnel: it speaks, but it is no proxy.
      .on('response', (answer) => {
        answer.destroy();
        reject(new Error('the proxy opens no tunnel'));
      })
      .on('error', reject)
      .end();
  });
}

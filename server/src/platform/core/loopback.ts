import type { FastifyRequest } from 'fastify';

/** Whether a host name or an address is this machine itself. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(host);
}

/** Headers by which proxies tell for whom they ask, beside those that begin with 'x-forwarded-'. */
const FORWARDED = new Set(['x-real-ip', 'forwarded', 'via', 'cf-connecting-ip', 'true-client-ip']);

/** What of a request says where it began. */
export type Asking = Pick<FastifyRequest, 'headers' | 'socket'>;

/**
 * Whether a request was made on this machine, to this machine. Behind a proxy on the same machine all requests come from
 * loopback: what was forwarded, or asks for another host, is not local.
 */
export function isLocal({ headers, socket }: Asking): boolean {
  const forwarded = Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded-') || FORWARDED.has(name),
  );
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return !forwarded && isLoopback(host) && isLoopback(socket.remoteAddress ?? '');
}

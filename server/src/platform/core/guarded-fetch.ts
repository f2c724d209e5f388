import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { request as requestPlain } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { connect } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { plainAddress } from './client-address.ts';
import type { Config } from './config.ts';
import { isLoopback } from './loopback.ts';
import { openTunnel } from './outbound-proxy.ts';

/** An address that people have typed leads where no request of ours may go. The message names no address. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

/** Milliseconds that an answer may take, and its bytes. */
type Bounds = {
  timeout_ms: number;
  bytes_max: number;
  /** Of a longer answer the beginning is taken; else it is refused. */
  cuts: boolean;
  /** Whether what the operator allows may be asked by http too where it is another machine. */
  plain: boolean;
};
const BOUNDS: Bounds = { timeout_ms: 10_000, bytes_max: 1024 * 1024, cuts: false, plain: false };

/** This machine, private networks, links, the services of clouds that tell secrets, and what is no single host. */
const PRIVATE_NETWORKS = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  ::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10
  fec0::/10 ff00::/8`;
const refused = new BlockList();
for (const network of PRIVATE_NETWORKS.split(/\s+/)) {
  const [address = '', bits] = network.split('/');
  refused.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Whether an address is of a public network; IPv4 that is written as IPv6 is judged as IPv4. */
export function isPublicAddress(text: string): boolean {
  const address = plainAddress(text);
  return address !== null && !refused.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

export type Guard = Pick<Config, 'outboundAllowedHosts' | 'outboundProxy'>;
type Allowing = Pick<Guard, 'outboundAllowedHosts'>;
type Asked = {
  method?: string | undefined;
  headers?: RequestInit['headers'] | undefined;
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined;
  signal?: AbortSignal | null | undefined;
};
export type GuardedFetch = (url: string | URL, asked?: Asked) => Promise<Response>;

/**
 * Fetches from addresses that people have typed: by https, of public networks alone. The address of a name
 * is judged as the connection is made, so that it cannot change in between; no redirect is followed. Where the operator
 * names a proxy it goes that way, but for hosts that are allowed by name, which are on our side of it.
 * @throws RefusedAddress
 */
export function openGuardedFetch(config: Guard, bounds: Partial<Bounds> = {}): GuardedFetch {
  const bound = { ...BOUNDS, ...bounds };
  return async (input, { method = 'GET', headers = {}, body = null, signal = null } = {}) => {
    const url = new URL(input);
    const isAllowed = requireMayFetch(config, url, bound.plain);
    const asked = new Request(url, { method, headers, body: body as BodyInit | null, signal });
    const sent = asked.body ? Buffer.from(await asked.arrayBuffer()) : null;
    const over = AbortSignal.any([asked.signal, AbortSignal.timeout(bound.timeout_ms)]);
    const where = await connectionTo(config, { url, port: Number(url.port || 443), isAllowed }, over);
    const options: RequestOptions = {
      method: asked.method,
      headers: Object.fromEntries(asked.headers),
      signal: over,
      ...(where.socket ? { createConnection: () => connect(where) } : { lookup: where.lookup, agent: false }),
    };
    return exchange(url, options, sent, bound);
  };
}

/**
 * What is known of an address before its name is looked up. Answers whether the operator allows it by name.
 * @throws RefusedAddress
 */
export function requireMayFetch(config: Allowing, url: URL, plain = false): boolean {
  const { host, protocol, hostname, username, password } = url;
  const isAllowed = config.outboundAllowedHosts.has(host);
  const isPlainAllowed = protocol === 'http:' && isAllowed && (plain || isLoopback(hostname));
  if (protocol !== 'https:' && !isPlainAllowed) throw new RefusedAddress('only https is fetched');
  if (username || password) throw new RefusedAddress('an address with a password is not fetched');
  const bare = hostname.replace(/^\[|\]$/g, '');
  // What is an address already is never looked up.
  if (!isAllowed && isIP(bare) !== 0 && !isPublicAddress(bare))
    throw new RefusedAddress('the address is of a private network');
  return isAllowed;
}

/**
 * How a connection by TLS is made to a host that people have typed, past the same guard: `address` is 'scheme://host:port'.
 * @throws RefusedAddress
 */
export async function guardedConnection(
  config: Guard,
  address: string,
  signal: AbortSignal,
): Promise<ConnectionOptions> {
  return connectionTo(config, requireMayConnect(config, address), signal);
}

/** What is known of such an address before its name is looked up. @throws RefusedAddress */
export function requireMayConnect(config: Allowing, address: string): Host {
  const { host, port } = new URL(address);
  // As https addresses are read: digits that are an address in another guise become it.
  const url = new URL(`https://${host}`);
  return { url, port: Number(port), isAllowed: requireMayFetch(config, url) };
}

type Host = { url: URL; port: number; isAllowed: boolean };

async function connectionTo(
  { outboundProxy }: Guard,
  { url, port, isAllowed }: Host,
  signal: AbortSignal,
): Promise<ConnectionOptions> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const named = { host, port, ...(isIP(host) === 0 ? { servername: host } : {}) };
  if (isAllowed || !outboundProxy) return { ...named, lookup: isAllowed ? lookup : lookUpPublic };
  const address = await publicAddressOf(host);
  return { ...named, socket: await openTunnel(outboundProxy, { address, port }, signal) };
}

const publicAddressOf = (host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    lookUpPublic(host, { all: true }, (error, found) => {
      const [first] = typeof found === 'string' ? [] : found;
      if (error || !first) reject(error ?? new Error('the name has no address'));
      else resolve(first.address);
    });
  });

type Found = (error: Error | null, address: LookupAddress[] | string, family?: number) => void;

/** As a connection looks names up; refuses a name of which any address is private. */
function lookUpPublic(host: string, options: LookupOptions, found: Found): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return found(new RefusedAddress('the address is of a private network'), []);
    return options.all ? found(null, addresses) : found(null, first.address, first.family);
  });
}

function exchange(url: URL, options: RequestOptions, body: Buffer | null, bounds: Bounds): Promise<Response> {
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = send(url, options, (answer) => {
      readAnswer(answer, bounds).then(resolve, reject);
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

async function readAnswer(answer: IncomingMessage, { bytes_max, cuts }: Bounds): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bytes_max && !cuts) throw new Error('the answer is too large');
    parts.push(part.subarray(0, part.length - Math.max(bytes - bytes_max, 0)));
    if (bytes >= bytes_max && cuts) break;
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers.set(name, String(value));
  const status = answer.statusCode ?? 502;
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers });
}

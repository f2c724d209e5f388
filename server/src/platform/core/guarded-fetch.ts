import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { request as requestPlain } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { plainAddress } from './client-address.ts';
import type { Config } from './config.ts';
import { isLoopback } from './loopback.ts';

/** An address that people have typed leads where no request of ours may go. The message names no address. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

/** Seconds that an answer may take, and its bytes. */
const TIMEOUT_MS = 10_000;
const BYTES_MAX = 1024 * 1024;

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

type Guard = Pick<Config, 'outboundAllowedHosts'>;
type Asked = {
  method?: string | undefined;
  headers?: RequestInit['headers'] | undefined;
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined;
  signal?: AbortSignal | null | undefined;
};
export type GuardedFetch = (url: string | URL, asked?: Asked) => Promise<Response>;

/**
 * Fetches from addresses that people have typed: by https, of public networks alone. The address of a name
 * is judged as the connection is made, so that it cannot change in between; no redirect is followed.
 * @throws RefusedAddress
 */
export function openGuardedFetch(config: Guard): GuardedFetch {
  return async (input, { method = 'GET', headers = {}, body = null, signal = null } = {}) => {
    const url = new URL(input);
    const isAllowed = config.outboundAllowedHosts.has(url.host);
    requireMayGo(url, isAllowed);
    const asked = new Request(url, { method, headers, body: body as BodyInit | null, signal });
    const sent = asked.body ? Buffer.from(await asked.arrayBuffer()) : null;
    const options: RequestOptions = {
      method: asked.method,
      headers: Object.fromEntries(asked.headers),
      signal: AbortSignal.any([asked.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      lookup: isAllowed ? lookup : lookUpPublic,
      agent: false,
    };
    return exchange(url, options, sent);
  };
}

function requireMayGo({ protocol, hostname, username, password }: URL, isAllowed: boolean): void {
  const isPlainHere = protocol === 'http:' && isAllowed && isLoopback(hostname);
  if (protocol !== 'https:' && !isPlainHere) throw new RefusedAddress('only https is fetched');
  if (username || password) throw new RefusedAddress('an address with a password is not fetched');
  const bare = hostname.replace(/^\[|\]$/g, '');
  // What is an address already is never looked up.
  if (!isAllowed && isIP(bare) !== 0 && !isPublicAddress(bare))
    throw new RefusedAddress('the address is of a private network');
}

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

function exchange(url: URL, options: RequestOptions, body: Buffer | null): Promise<Response> {
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = send(url, options, (answer) => {
      readAnswer(answer).then(resolve, reject);
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

async function readAnswer(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > BYTES_MAX) throw new Error('the answer is too large');
    parts.push(part);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers.set(name, String(value));
  const status = answer.statusCode ?? 502;
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, headers });
}

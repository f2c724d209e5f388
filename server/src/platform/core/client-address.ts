import { isIPv4, isIPv6 } from 'node:net';

/** A network that limits count by, and how many times the share of a single client it has. */
export type Network = { name: string; times: number };

/** Of IPv6 one client has a /64 to itself, a home often a /56, and a customer who asks for it a /48. */
const IPV6_NETWORKS = [
  { bits: 64, fourthGroup: 0xffff, times: 1 },
  { bits: 56, fourthGroup: 0xff00, times: 2 },
  { bits: 48, fourthGroup: 0, times: 4 },
];

/** What is no address counts as one client, however it is written. */
const UNKNOWN: Network = { name: 'unknown', times: 1 };

/**
 * An address as it is written in a header or comes from a connection, without port, brackets and zone; IPv4 written as
 * IPv6 is the IPv4 one. null for what is no address.
 */
export function plainAddress(text: string | null | undefined): string | null {
  const bare = withoutPort(text ?? '').replace(/%[\w.-]+$/, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const groups = ipv6Groups(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return bare;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** Proxies write '1.2.3.4:5678' and '[::1]:443'. */
function withoutPort(text: string): string {
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d{1,5}|\[([\da-f:.%\w-]+)\](?::\d{1,5})?)$/i.exec(text) ?? [];
  if (ipv6 !== undefined) return isIPv4(ipv6) ? '' : ipv6;
  return ipv4 ?? text;
}

/** The networks of an address, the narrowest first. */
export function networksOf(text: string | null | undefined): Network[] {
  const address = plainAddress(text);
  if (address === null) return [UNKNOWN];
  if (isIPv4(address)) return [{ name: address, times: 1 }];
  const [a = 0, b = 0, c = 0, d = 0] = ipv6Groups(address);
  return IPV6_NETWORKS.map(({ bits, fourthGroup, times }) => {
    const groups = [a, b, c, d & fourthGroup].map((group) => group.toString(16));
    return { name: `${groups.join(':')}::/${bits}`, times };
  });
}

/** The narrowest network of an address: one client. */
export function clientAddress(text: string | null | undefined): string {
  return (networksOf(text)[0] ?? UNKNOWN).name;
}

/** The eight numbers of a valid address. */
function ipv6Groups(ip: string): number[] {
  const plain = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

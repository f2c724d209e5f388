import { Resolver } from 'node:dns/promises';
import type { Domain } from '@atalaya/contract/domains';
import type { Config } from '../../platform/core/config.ts';

/** Milliseconds that a server may take, and how often each is asked. */
const TIMEOUT_MS = 3_000;
const TRIES = 2;

/** Why a record was not found: null where it was. Servers that answer nothing say nothing about it. */
export async function lookForRecord(
  { dnsServers }: Pick<Config, 'dnsServers'>,
  { name, value }: Domain['record'],
): Promise<'missing' | 'wrong' | 'unreachable' | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (dnsServers) resolver.setServers(dnsServers);
  try {
    const records = await resolver.resolveTxt(name);
    // A long text comes in several parts.
    return records.some((parts) => parts.join('').trim() === value) ? null : 'wrong';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'missing' : 'unreachable';
  }
}

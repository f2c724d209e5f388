import { createHmac } from 'node:crypto';
import type { Config } from '../../platform/core/config.ts';

/** How a link travels. Only the mailed one proves that the person reads that mailbox. */
export type Channel = 'mail' | 'copy';

/**
 * The token of one channel of an invitation: 256 bits, base64url, the same however often it is asked for, so
 * that sending again or copying never breaks a link that is already out. A new generation kills the old ones.
 * Derived from the server's secret, so that only the hash needs to be stored.
 */
export function invitationToken(secret: string, id: string, generation: number, channel: Channel): string {
  return createHmac('sha256', secret).update(`invitation:${id}:${generation}:${channel}`).digest('base64url');
}

/** The address that opens an invitation, by the channel it travels on. */
export function invitationLink(
  config: Pick<Config, 'authSecret' | 'publicUrl'>,
  row: { id: string; generation: number },
  channel: Channel,
): string {
  const token = invitationToken(config.authSecret, row.id, row.generation, channel);
  return new URL(`/invitation/accept/${token}`, config.publicUrl).href;
}

import { domainOf } from '@atalaya/contract/email-address';
import type { Db } from '../database/doors.ts';
import { AppError } from '../core/errors.ts';
import type { Message } from '../mail/message.ts';
import { plainName } from '../mail/plain-name.ts';
import { knowsTimeZone, readSettings } from './settings.queries.ts';
import type { Channels, EffectiveSettings } from './settings.queries.ts';

/**
 * Whether an address may belong to an organization: its domain is one of those allowed, where any are named.
 * @throws organization.domain_not_allowed with the domains
 */
export async function requireAllowedDomain(
  db: Db,
  organization_id: string | null,
  email: string,
): Promise<void> {
  const { allowed_domains } = await readSettings(db, organization_id);
  if (!isDomainAllowed(allowed_domains, email)) throw refuseDomain(allowed_domains);
}

export const refuseDomain = (allowed_domains: readonly string[]) =>
  new AppError('organization.domain_not_allowed', { params: { domains: allowed_domains.join(', ') } });

/** Whether the address is below one of these domains exactly; none named: whether it is an address. */
export function isDomainAllowed(allowed_domains: readonly string[], email: string): boolean {
  return allowed_domains.length === 0 || allowed_domains.includes(domainOf(email));
}

/**
 * A mail to a person who is known, as their organization sends it: under its name, from where its reader sees that we
 * send it, and answered to its address. Others get our own name alone.
 */
export function withSender(
  { sender_name, reply_to }: Pick<EffectiveSettings, 'sender_name' | 'reply_to'>,
  message: Message,
): Message {
  const sender = plainName(sender_name);
  return {
    ...message,
    ...(sender === null ? {} : { sender_name: `${sender} (vía Atalaya)` }),
    ...(reply_to === null ? {} : { reply_to: message.reply_to ?? reply_to }),
  };
}

/** How people are told of an event who have not chosen it themselves: everywhere, unless settings say otherwise. */
export function channelsOf(notifications: EffectiveSettings['notifications'], event: string): Channels {
  return notifications[event] ?? { screen: true, mail: true };
}

/** The database must know a zone too: its list is not this runtime's. @throws request.invalid for body.time_zone */
export async function requireTimeZone(db: Db, time_zone: string): Promise<void> {
  if (await knowsTimeZone(db, time_zone)) return;
  throw new AppError('request.invalid', { fields: [{ field: 'body.time_zone', code: 'invalid' }] });
}

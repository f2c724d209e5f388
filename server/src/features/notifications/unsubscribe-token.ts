import { createHmac, timingSafeEqual } from 'node:crypto';
import { MUTABLE_EVENTS } from '@atalaya/contract/notification-events';
import type { MutableEvent } from '@atalaya/contract/notification-events';
import type { Config } from '../../platform/core/config.ts';

export type Subscription = { profile_id: string; event: MutableEvent };

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z_.]{1,60})\.([\w-]{43})$/;

/** Ends the mails of one kind to one person, and is good for nothing else; it does not expire. */
export function unsubscribeToken(config: Pick<Config, 'authSecret'>, subscription: Subscription): string {
  const { profile_id, event } = subscription;
  return `${profile_id}.${event}.${signatureOf(config, subscription).toString('base64url')}`;
}

/** Whose mails of which kind a token of ours ends; null for any other. */
export function readUnsubscribeToken(config: Pick<Config, 'authSecret'>, token: string): Subscription | null {
  const [, profile_id = '', name, signature = ''] = TOKEN.exec(token) ?? [];
  const event = MUTABLE_EVENTS.find((each) => each === name);
  if (!event) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(config, { profile_id, event });
  return given.length === expected.length && timingSafeEqual(given, expected) ? { profile_id, event } : null;
}

const signatureOf = ({ authSecret }: Pick<Config, 'authSecret'>, { profile_id, event }: Subscription) =>
  createHmac('sha256', authSecret).update(`unsubscribe ${profile_id} ${event}`).digest();

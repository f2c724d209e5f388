import { EVENT_NOUNS, type EventNoun } from '@atalaya/contract/event-types';
import type { NewWebhook, Webhook } from './webhooks.api.ts';

/** An endpoint as its form has it. */
export type WebhookValues = {
  url: string;
  description: string;
  payload: Webhook['payload'];
  which: 'all' | 'some';
  nouns: EventNoun[];
};

export const valuesOf = (webhook: Webhook | null): WebhookValues => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  payload: webhook?.payload ?? 'thin',
  which: webhook?.nouns ? 'some' : 'all',
  nouns: EVENT_NOUNS.filter((noun) => webhook?.nouns?.includes(noun)),
});

export const bodyOf = ({ which, nouns, url, ...values }: WebhookValues): NewWebhook => ({
  ...values,
  url: url.trim(),
  nouns: which === 'all' ? null : nouns,
});

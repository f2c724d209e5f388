export { WebhooksCard } from './webhooks-card.tsx';
export { webhooksQuery } from './webhooks.api.ts';

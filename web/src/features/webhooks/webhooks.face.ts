export { webhooksQuery } from './webhooks.api.ts';
export { WebhooksCard } from './webhooks-card.tsx';

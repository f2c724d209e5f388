import { webhookName } from '@atalaya/contract/webhook-choices';
import type { WebhookRow } from './webhooks.queries.ts';

type Named = Pick<WebhookRow, 'url' | 'description'>;

/** As the audit log keeps it. */
export const valuesOf = (row: Named & Pick<WebhookRow, 'nouns' | 'payload' | 'is_on'>) => ({
  name: webhookName(row),
  host: new URL(row.url).host,
  nouns: row.nouns,
  payload: row.payload,
  is_on: row.is_on,
});

export const changeOf = (
  { id, organization_id }: Pick<WebhookRow, 'id' | 'organization_id'>,
  change: string,
) => ({
  action: `webhook.${change}`,
  object_type: 'webhook',
  object_id: id,
  organization_id,
});

import type { Resend } from '@atalaya/contract/webhooks';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';

export type Webhook = Answer<'listWebhooks'>['items'][number];
export type Delivery = Answer<'listWebhookDeliveries'>['items'][number];
export type MadeWebhook = Answer<'createWebhook'>;
export type NewWebhook = CallParts<'createWebhook'>['body'];
export type Filters = { state: Delivery['state'] | null; type: string | null };

/** Of an organization, by its id; '' is the whole system. */
const ownerOf = (organization: string) => ({ query: organization ? { organization_id: organization } : {} });

export function webhooksQuery(organization: string) {
  return queryOptions({
    queryKey: ['webhooks', organization],
    queryFn: ({ signal }) => call('listWebhooks', { ...ownerOf(organization), signal }),
  });
}

/** Reads them again. */
export function useWebhooksChanged(organization: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: webhooksQuery(organization).queryKey });
}

export function deliveriesQuery(id: string, page: number, { state, type }: Filters) {
  return queryOptions({
    queryKey: ['webhook-deliveries', id, page, state, type],
    queryFn: ({ signal }) =>
      call('listWebhookDeliveries', {
        params: { id },
        query: { page, ...(state ? { state } : {}), ...(type ? { type } : {}) },
        signal,
      }),
    staleTime: 0,
  });
}

/** Reads the log of an endpoint again. */
export function useDeliveriesChanged(id: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['webhook-deliveries', id] }),
      client.invalidateQueries({ queryKey: ['webhook-delivery', id] }),
      client.invalidateQueries({ queryKey: ['webhooks'] }),
    ]);
}

export function deliveryQuery(id: string, delivery_id: string) {
  return queryOptions({
    queryKey: ['webhook-delivery', id, delivery_id],
    queryFn: ({ signal }) => call('readWebhookDelivery', { params: { id, delivery_id }, signal }),
    staleTime: 0,
  });
}

export const createWebhook = (organization: string, body: NewWebhook): Promise<MadeWebhook> =>
  call('createWebhook', { ...ownerOf(organization), body });
type Change = Omit<CallParts<'updateWebhook'>['body'], 'version'>;
export const updateWebhook = ({ id, version }: Webhook, change: Change): Promise<Webhook> =>
  call('updateWebhook', { params: { id }, body: { ...change, version } });
export const deleteWebhook = (id: string) => call('deleteWebhook', { params: { id } });
export const rotateSecret = (id: string): Promise<MadeWebhook> =>
  call('rotateWebhookSecret', { params: { id }, body: {} });
export const sendTest = (id: string) => call('testWebhook', { params: { id }, body: {} });
export const resend = (id: string, body: Resend) => call('resendWebhook', { params: { id }, body });

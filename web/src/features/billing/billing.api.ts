import type { InvoiceFilters } from '@atalaya/contract/billing';
import { isBound } from '@atalaya/contract/days';
import type { PaymentFilters } from '@atalaya/contract/payment-shapes';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, call } from '../../platform/api/call.ts';
import type { Answer, CallParts } from '../../platform/api/route-shapes.ts';
import type { BillingAddress } from './use-billing-address.ts';

export type Subscription = Answer<'readSubscription'>;
export type SubscriptionStatus = Subscription['status'];
export type SubscriptionEvent = Answer<'listSubscriptionEvents'>['items'][number];
export type PlanChangePreview = Answer<'previewPlanChange'>;
export type InvoiceDetail = Answer<'readInvoice'>;
export type Invoice = Answer<'listInvoices'>['items'][number];
export type InvoiceStatus = Invoice['status'];
export type Payment = Answer<'listPayments'>['items'][number];
export type TaxTreatment = Subscription['tax_treatment'];

/** What narrows both lists, as the server takes it; `organization_id` is '' for all that one may see. */
function sharedFilters({ search, from, to }: BillingAddress, organization_id: string) {
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(isBound(from) ? { from } : {}),
    ...(isBound(to) ? { to } : {}),
    ...(organization_id ? { organization_id } : {}),
  };
}

const invoiceFilters = (state: BillingAddress, organization_id: string): InvoiceFilters => ({
  sort: state.sort,
  order: state.order,
  ...sharedFilters(state, organization_id),
  ...(state.status ? { status: state.status } : {}),
  ...(state.receipt ? { receipt: state.receipt } : {}),
});

const paymentFilters = (state: BillingAddress, organization_id: string): Partial<PaymentFilters> => ({
  ...sharedFilters(state, organization_id),
  ...(state.method ? { method: state.method } : {}),
  ...(state.currency ? { currency: state.currency } : {}),
});

export function subscriptionQuery(id: string) {
  return queryOptions({
    queryKey: ['billing', 'subscription', id],
    queryFn: ({ signal }) => call('readSubscription', { params: { id }, signal }),
  });
}

export function eventsQuery(id: string, page: number) {
  return queryOptions({
    queryKey: ['billing', 'events', id, page],
    queryFn: ({ signal }) => call('listSubscriptionEvents', { params: { id }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Never cached: what a change costs depends on the subscription at that moment. Not among what changes of billing make
 * old: once the plan is changed, the dialog that closes would ask for a change to the plan that there is.
 */
export function previewQuery(id: string, plan_id: string) {
  return queryOptions({
    queryKey: ['plan-change-preview', id, plan_id],
    queryFn: ({ signal }) => call('previewPlanChange', { params: { id }, query: { plan_id }, signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
}

export function invoicesQuery(state: BillingAddress, organization_id: string) {
  const query = { page: state.page, ...invoiceFilters(state, organization_id) };
  return queryOptions({
    queryKey: ['billing', 'invoices', query],
    queryFn: ({ signal }) => call('listInvoices', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function paymentsQuery(state: BillingAddress, organization_id: string) {
  const { page, paid_sort: sort, order } = state;
  const query = { page, sort, order, ...paymentFilters(state, organization_id) };
  return queryOptions({
    queryKey: ['billing', 'payments', query],
    queryFn: ({ signal }) => call('listPayments', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: ['billing', 'invoice', id],
    queryFn: ({ signal }) => call('readInvoice', { params: { id }, signal }),
  });
}

/** Where the browser downloads what matches from. */
export const exportAddress = (state: BillingAddress, organization_id: string) =>
  addressOf('/api/invoices/export', { query: invoiceFilters(state, organization_id) });

export const paymentsExportAddress = (state: BillingAddress, organization_id: string) =>
  addressOf('/api/payments/export', {
    query: { sort: state.paid_sort, order: state.order, ...paymentFilters(state, organization_id) },
  });

/** Where the browser downloads an invoice from, to keep or to send. */
export const pdfAddress = (id: string) => addressOf('/api/invoices/{id}/pdf', { params: { id } });

/** As an e-invoice, for the programs of the customer. */
export const eInvoiceAddress = (id: string) => addressOf('/api/invoices/{id}/ubl', { params: { id } });

/** As Facturae, signed, for a public administration. */
export const facturaeAddress = (id: string) => addressOf('/api/invoices/{id}/facturae', { params: { id } });

/** What shows subscriptions, their plans and their seats. */
export function useBillingChanged() {
  const client = useQueryClient();
  return () => {
    for (const key of ['billing', 'organizations', 'plans', 'seats', 'session'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}

export const changePlan = (id: string, plan_id: string) =>
  call('changePlan', { params: { id }, body: { plan_id } });
export const changeStatus = (id: string, body: CallParts<'changeSubscriptionStatus'>['body']) =>
  call('changeSubscriptionStatus', { params: { id }, body });
export const changeTax = (id: string, body: CallParts<'changeTax'>['body']) =>
  call('changeTax', { params: { id }, body });
export const registerPayment = (id: string, body: CallParts<'registerPayment'>['body']) =>
  call('registerPayment', { params: { id }, body });
export const refundPayment = (id: string, body: CallParts<'refundPayment'>['body']) =>
  call('refundPayment', { params: { id }, body });
export const rectifyInvoice = (id: string, body: CallParts<'rectifyInvoice'>['body']) =>
  call('rectifyInvoice', { params: { id }, body });
export const annulInvoice = (id: string, body: CallParts<'annulInvoice'>['body']) =>
  call('annulInvoice', { params: { id }, body });
export const receiveInvoice = (id: string, body: CallParts<'receiveInvoice'>['body']) =>
  call('receiveInvoice', { params: { id }, body });
export const issueInvoice = (body: CallParts<'issueInvoice'>['body']) => call('issueInvoice', { body });

export function useCancelPlanChange() {
  const changed = useBillingChanged();
  return useMutation({
    mutationFn: (id: string) => call('cancelPlanChange', { params: { id } }),
    onSettled: changed,
  });
}

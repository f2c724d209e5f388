import { roleNamesEn } from './role-texts.en.ts';
import type { financialReportWordsEs, reportWordsEs } from './report-words.es.ts';
import { ticketPrioritiesEn } from './ticket-words.en.ts';

type Translated<T> = { readonly [Part in keyof T]: { readonly [Key in keyof T[Part]]: string } };

export const reportWordsEn: Translated<typeof reportWordsEs> = {
  columns: {
    active: 'Active',
    inactive: 'Inactive',
    people: 'Total',
    created: 'New',
    tickets_created: 'Created',
    seats_active: 'Active users',
    invitations: 'Invitations',
    share: 'Share',
    resolved: 'Resolved',
    closed: 'Closed',
    first_response: 'With first response',
    first_response_median: 'First response, median',
    first_response_p90: 'First response, p90',
    resolution: 'With resolution',
    resolution_median: 'Resolution, median',
    resolution_p90: 'Resolution, p90',
    pending: 'Pending invitations',
    taken: 'Seats taken',
    limit: 'Seats',
  },
  rows: {
    ...roleNamesEn,
    sent: 'Sent',
    accepted: 'Accepted',
    declined: 'Declined',
    expired: 'Expired',
    revoked: 'Canceled',
    pending: 'Pending',
    ...ticketPrioritiesEn,
  },
};

export const financialReportWordsEn: Translated<typeof financialReportWordsEs> = {
  columns: {
    mrr: 'MRR',
    arr: 'ARR',
    payers: 'Paying companies',
    arpu: 'ARPU',
    logo_churn: 'Customer churn',
    revenue_churn: 'Revenue churn',
    amount: 'Amount',
    number: 'Number',
    revenue: 'Revenue before tax',
    invoiced: 'Invoiced',
    collected: 'Collected',
    refunded: 'Refunded',
    invoices: 'Invoices',
    unpaid_invoices: 'Unpaid invoices',
    overdue: 'Overdue',
    outstanding: 'Outstanding',
    oldest_due: 'Oldest due date',
  },
  rows: {
    figures: 'Indicators',
    opening: 'Opening MRR',
    new: 'New',
    reactivation: 'Reactivation',
    expansion: 'Expansion',
    contraction: 'Contraction',
    churn: 'Churn',
    closing: 'Closing MRR',
    '0-30': '0–30 days',
    '31-60': '31–60 days',
    '61-90': '61–90 days',
    'over-90': 'More than 90 days',
    none: 'No plan',
  },
};

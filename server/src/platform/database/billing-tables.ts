import type { Generated, GeneratedAlways } from 'kysely';
import type { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import type { PAYMENT_METHODS } from '@atalaya/contract/choices';
import type { TAX_TREATMENTS } from '@atalaya/contract/choices';
import type { SUBSCRIPTION_EVENT_KINDS } from '@atalaya/contract/subscriptions';
import type { Nullable, NullableInstant, StampedInstant } from './column-types.ts';

/** The rows of the tables of subscriptions and invoices, as Kysely types: see tables.ts. Days are 'YYYY-MM-DD'. */
export type BillingTables = {
  subscriptions: SubscriptionsTable;
  subscription_events: SubscriptionEventsTable;
  invoice_series: InvoiceSeriesTable;
  invoices: InvoicesTable;
  invoice_lines: InvoiceLinesTable;
  payments: PaymentsTable;
};

type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
type TaxTreatment = (typeof TAX_TREATMENTS)[number];

type SubscriptionsTable = {
  organization_id: string;
  trial_ends_on: Nullable<string>;
  period_start: Nullable<string>;
  period_end: Nullable<string>;
  anchor_day: number;
  scheduled_plan_id: Nullable<string>;
  past_due_since: Nullable<string>;
  reminder_day: Generated<number>;
  reminded_on: Nullable<string>;
  grace_until: Nullable<string>;
  tax_treatment: Generated<TaxTreatment>;
  tax_rate: Generated<number>;
  created_at: StampedInstant;
  updated_at: StampedInstant;
};

/** Written by the trigger of organizations alone. */
type SubscriptionEventsTable = {
  id: Generated<string>;
  organization_id: string;
  kind: (typeof SUBSCRIPTION_EVENT_KINDS)[number];
  plan_before: Nullable<string>;
  plan_after: string;
  status_before: Nullable<SubscriptionStatus>;
  status_after: SubscriptionStatus;
  max_users_before: Nullable<number>;
  max_users_after: number;
  price_before_cents: number;
  price_after_cents: number;
  mrr_before_cents: number;
  mrr_after_cents: number;
  currency: string;
  /** Of what was before, where that is another. */
  currency_before: Nullable<string>;
  reason: Nullable<string>;
  actor_profile_id: Nullable<string>;
  created_at: StampedInstant;
};

type InvoiceSeriesTable = {
  series: 'A' | 'R';
  year: number;
  last_number: Generated<number>;
  last_hash: Nullable<string>;
};

type InvoicesTable = {
  id: Generated<string>;
  organization_id: string;
  series: 'A' | 'R';
  year: number;
  number: number;
  code: GeneratedAlways<string>;
  kind: 'standard' | 'rectifying';
  issued_on: string;
  due_on: string;
  currency: string;
  subtotal_cents: number;
  tax_cents: number;
  total_cents: number;
  tax_treatment: TaxTreatment;
  customer_name: string;
  customer_tax_id: Nullable<string>;
  customer_country: Nullable<string>;
  customer_email: Nullable<string>;
  charge: 'period' | 'change' | 'other';
  period_start: Nullable<string>;
  period_end: Nullable<string>;
  rectifies_id: Nullable<string>;
  reason: Nullable<string>;
  hash: string;
  previous_hash: Nullable<string>;
  issued_by: Nullable<string>;
  request_id: Nullable<string>;
  paid_cents: Generated<number>;
  offset_cents: Generated<number>;
  outstanding_cents: GeneratedAlways<number>;
  voided_at: NullableInstant;
  created_at: StampedInstant;
  search: GeneratedAlways<string>;
};

type InvoiceLinesTable = {
  id: Generated<string>;
  organization_id: string;
  invoice_id: string;
  position: number;
  description: string;
  quantity: number;
  unit_price_cents: number;
  amount_cents: number;
  tax_rate: number;
  tax_cents: number;
  created_at: StampedInstant;
};

type PaymentsTable = {
  id: Generated<string>;
  organization_id: string;
  invoice_id: string;
  amount_cents: number;
  currency: string;
  method: (typeof PAYMENT_METHODS)[number];
  reference: Nullable<string>;
  paid_on: string;
  registered_by: Nullable<string>;
  request_id: Nullable<string>;
  created_at: StampedInstant;
};

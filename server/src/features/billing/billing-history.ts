import { PAYMENT_DAYS } from '@atalaya/contract/billing-limits';
import type { SubscriptionStatus } from '../../platform/core/actor.ts';
import { prorate } from './billing-amounts.ts';
import { taxLines, totalsOf } from '@atalaya/contract/invoice-amounts';
import type { ChargeLine, Tax } from '@atalaya/contract/invoice-amounts';
import { addDays, dayOfMonth, nextMonth } from './billing-days.ts';
import { creditLine, periodLine } from './billing-texts.ts';
import type { Language } from './billing-texts.ts';
import { NO_EXCHANGE } from './invoices/invoice-exchange.ts';
import type { IssuedInvoice } from './invoices/invoice-hash.ts';

/** How a subscription went until today: what is known of it; days as 'YYYY-MM-DD'. */
export type History = {
  /** The first day that is paid for. */
  from: string;
  plan_key: string;
  /** Another plan from a day on, within the period that it falls in. */
  upgrade: { on: string; plan_key: string } | null;
  canceled_on: string | null;
  /** Days after issue that it pays, and from which day on it no longer does. */
  pays_after: number;
  unpaid_from: string | null;
};

export type HistoryCustomer = Tax & {
  organization_id: string;
  organization_name: string;
  language: Language;
  country: string | null;
  tax_id: string | null;
  billing_email: string | null;
};
export type HistoryPlan = { key: string; name: string; price_cents: number; currency: string };

export type PastInvoice = Omit<IssuedInvoice, 'id' | 'number'> & {
  paid_on: string | null;
  paid_cents: number;
};
export type PastChange = { on: string; plan_key: string; status: SubscriptionStatus };
export type Past = {
  changes: PastChange[];
  invoices: PastInvoice[];
  period: { start: string; end: string } | null;
  past_due_since: string | null;
};

/** Follows a subscription month by month to today: its changes, its invoices and what was paid of them. */
export function follow(
  history: History,
  customer: HistoryCustomer,
  plans: Map<string, HistoryPlan>,
  today: string,
): Past {
  const { from, upgrade, canceled_on } = history;
  const planOf = (key: string) => {
    const plan = plans.get(key);
    if (!plan) throw new Error(`there is no plan ${key}`);
    return plan;
  };
  const invoices: PastInvoice[] = [];
  const add = (charge: 'period' | 'change', on: string, lines: ChargeLine[], period: Period) => {
    if (lines.length > 0)
      invoices.push(issue(history, customer, planOf(history.plan_key), { charge, on, lines, period }, today));
  };
  let plan = planOf(history.plan_key);
  let period = { start: from, end: nextMonth(from, dayOfMonth(from)) };
  for (;;) {
    add('period', period.start, linesOf(plan, period, customer.language), period);
    if (upgrade && upgrade.on > period.start && upgrade.on < period.end) {
      const next = planOf(upgrade.plan_key);
      const rest = { start: upgrade.on, end: period.end };
      add('change', upgrade.on, prorated(plan, next, period, rest, customer.language), rest);
      plan = next;
    }
    if (period.end > today || (canceled_on !== null && period.end > canceled_on)) break;
    period = { start: period.end, end: nextMonth(period.end, dayOfMonth(from)) };
  }
  const owed = invoices.find((invoice) => invoice.paid_on === null && invoice.due_on < today);
  const past_due_since = owed && canceled_on === null ? addDays(owed.due_on, 1) : null;
  return {
    changes: changesOf(history, past_due_since),
    invoices,
    period: canceled_on === null ? period : null,
    past_due_since,
  };
}

type Period = { start: string; end: string };

function changesOf(history: History, past_due_since: string | null): PastChange[] {
  const { from, plan_key, upgrade, canceled_on } = history;
  const last = upgrade?.plan_key ?? plan_key;
  return [
    { on: from, plan_key, status: 'active' },
    ...(upgrade ? [{ on: upgrade.on, plan_key: last, status: 'active' as const }] : []),
    ...(past_due_since ? [{ on: past_due_since, plan_key: last, status: 'past_due' as const }] : []),
    ...(canceled_on ? [{ on: canceled_on, plan_key: last, status: 'canceled' as const }] : []),
  ];
}

const linesOf = (plan: HistoryPlan, period: Period, language: Language): ChargeLine[] =>
  plan.price_cents === 0
    ? []
    : [
        {
          description: periodLine(plan.name, period, language),
          quantity: 1,
          unit_price_cents: plan.price_cents,
        },
      ];

function prorated(
  before: HistoryPlan,
  after: HistoryPlan,
  period: Period,
  rest: Period,
  language: Language,
): ChargeLine[] {
  const charge = prorate(after.price_cents, period, rest.start);
  const credit = prorate(before.price_cents, period, rest.start);
  return [
    { description: periodLine(after.name, rest, language), quantity: 1, unit_price_cents: charge },
    { description: creditLine(before.name, rest, language), quantity: 1, unit_price_cents: -credit },
  ].filter((line) => line.unit_price_cents !== 0);
}

function issue(
  history: History,
  customer: HistoryCustomer,
  { currency }: HistoryPlan,
  {
    charge,
    on,
    lines,
    period,
  }: { charge: 'period' | 'change'; on: string; lines: ChargeLine[]; period: Period },
  today: string,
): PastInvoice {
  const taxed = taxLines(lines, customer);
  const totals = totalsOf(taxed);
  const paid_on = addDays(on, history.pays_after);
  const isPaid = paid_on <= today && (history.unpaid_from === null || on < history.unpaid_from);
  return {
    organization_id: customer.organization_id,
    series: 'A',
    year: Number(on.slice(0, 4)),
    kind: 'standard',
    issued_on: on,
    due_on: addDays(on, PAYMENT_DAYS),
    currency,
    ...totals,
    tax_treatment: customer.tax_treatment,
    customer_name: customer.organization_name,
    customer_tax_id: customer.tax_id,
    customer_country: customer.country,
    customer_email: customer.billing_email,
    charge,
    period_start: period.start,
    period_end: period.end,
    rectifies_id: null,
    reason: null,
    rectification_code: null,
    rectification_method: null,
    ...NO_EXCHANGE,
    lines: taxed.map((line) => ({ ...line, is_taken_back: false })),
    paid_on: isPaid ? paid_on : null,
    paid_cents: isPaid ? totals.total_cents : 0,
  };
}

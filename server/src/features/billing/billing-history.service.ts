import { randomUUID } from 'node:crypto';
import { REMINDER_DAYS } from '@atalaya/contract/billing-limits';
import type { SystemDb } from '../../platform/database/database.ts';
import { daysBetween, dayOfMonth } from './billing-days.ts';
import { follow } from './billing-history.ts';
import type { History, Past, PastInvoice } from './billing-history.ts';
import { endReplay, insertPast, listCustomers, listPlans, replayChange } from './billing-history.queries.ts';
import type { NumberedInvoice } from './billing-history.queries.ts';
import { hashInvoice } from './invoices/invoice-hash.ts';
import { findSubscription, saveDates } from './subscriptions/subscriptions.queries.ts';

export type { History };

/**
 * Writes how subscriptions went until today into an installation without invoices: events, invoices, payments.
 * The organizations are in trial, and end as their histories do.
 */
export async function writeHistories(
  db: SystemDb,
  histories: Map<string, History>,
  today: string,
): Promise<void> {
  const plans = new Map((await listPlans(db)).map((plan) => [plan.key, plan]));
  const pasts: [string, Past][] = [];
  for (const customer of await listCustomers(db, [...histories.keys()])) {
    const history = histories.get(customer.organization_id);
    if (history) pasts.push([customer.organization_id, follow(history, customer, plans, today)]);
  }
  for (const [organization_id, { changes }] of pasts)
    for (const change of changes) await replayChange(db, organization_id, change);
  await endReplay(db);
  await insertPast(db, chain(pasts.flatMap(([, { invoices }]) => invoices)));
  for (const [organization_id, past] of pasts) await keepDates(db, organization_id, past, today);
}

/** Numbers invoices in the order of their days, each with the hash of the one before it. */
function chain(invoices: PastInvoice[]): NumberedInvoice[] {
  const inOrder = invoices.toSorted((a, b) =>
    a.issued_on < b.issued_on ? -1 : a.issued_on > b.issued_on ? 1 : 0,
  );
  const last = new Map<number, { number: number; hash: string | null }>();
  return inOrder.map((invoice) => {
    const { number, hash: previous_hash } = last.get(invoice.year) ?? { number: 0, hash: null };
    const numbered = { ...invoice, id: randomUUID(), number: number + 1 };
    const hash = hashInvoice(numbered, previous_hash);
    last.set(invoice.year, { number: number + 1, hash });
    return { ...numbered, hash, previous_hash };
  });
}

/** Stores the dates that a subscription has today; the reminders until now count as sent. */
async function keepDates(db: SystemDb, organization_id: string, past: Past, today: string): Promise<void> {
  const row = await findSubscription(db, organization_id);
  if (!row) return;
  const { period, past_due_since } = past;
  const day = past_due_since === null ? 0 : daysBetween(past_due_since, today) + 1;
  const reminder_day = REMINDER_DAYS.findLast((each) => each <= day) ?? 0;
  await saveDates(db, organization_id, {
    ...row,
    trial_ends_on: null,
    period_start: period?.start ?? null,
    period_end: period?.end ?? null,
    anchor_day: period ? dayOfMonth(past.changes[0]?.on ?? today) : row.anchor_day,
    past_due_since,
    reminder_day,
    reminded_on: reminder_day > 0 ? today : null,
  });
}

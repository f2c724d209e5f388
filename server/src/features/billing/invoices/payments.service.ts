import type { Readable } from 'node:stream';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { billingRoutes } from '@atalaya/contract/billing';
import type { PaymentFilters, PaymentListQuery } from '@atalaya/contract/payment-shapes';
import type { z } from 'zod';
import type { Actor } from '../../../platform/core/actor.ts';
import { csvOf } from '../../../platform/records/csv.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { paymentDataOf } from './payment-data.ts';
import { listNextPayments, listPaymentsOfAll } from './payments.queries.ts';
import type { ListedPaymentRow } from './payments.queries.ts';

type PaymentList = z.input<typeof billingRoutes.listPayments.response>;

/** One page of payments that the actor may see, and what all that match come to. */
export async function listPayments(
  platform: Platform,
  actor: Actor,
  query: PaymentListQuery,
): Promise<PaymentList> {
  return platform.database.readAs(actor, 'list the payments of every organization', async (db) => {
    const { rows, sums } = await listPaymentsOfAll(db, query);
    const asked = sums.filter(({ currency }) => query.currency === undefined || currency === query.currency);
    return {
      items: rows.map((row) => toPayment(actor, row)),
      total: asked.reduce((total, { payments }) => total + payments, 0),
      page: query.page,
      page_size: PAGE_SIZE,
      sums: asked.map(({ currency, amount_cents }) => ({ currency, amount_cents })),
      currencies: sums.map(({ currency }) => currency),
    };
  });
}

const COLUMNS = [
  'paid_on',
  'organization_name',
  'customer_name',
  'invoice_code',
  'method',
  'reference',
  'currency',
  'amount_cents',
  'registered_by_name',
  'created_at',
  'institution',
  'last_four',
  'reason',
] as const satisfies (keyof ListedPaymentRow)[];

/** Everything that matches as CSV, in the order of the list. */
export const exportPayments = (platform: Platform, actor: Actor, query: PaymentFilters): Readable =>
  csvOf<(typeof COLUMNS)[number], ListedPaymentRow>(COLUMNS, (last, limit) =>
    platform.database.readAs(actor, 'export the payments of every organization', (db) =>
      listNextPayments(db, query, last, limit),
    ),
  );

function toPayment(actor: Actor, row: ListedPaymentRow): PaymentList['items'][number] {
  const { id, amount_cents, currency, method, paid_on, refunds_id, reason, customer_name } = row;
  // An organization's people see no profile of the operator's: its id would tell them as little.
  const isShown = actor.role === 'super_admin' || row.registered_by_name !== null;
  return {
    id,
    amount_cents,
    currency,
    method,
    ...paymentDataOf(row),
    paid_on,
    refunds_id,
    reason,
    created_at: row.created_at.toISOString(),
    organization: { id: row.organization_id, name: row.organization_name },
    invoice: { id: row.invoice_id, code: row.invoice_code },
    customer_name,
    registered_by:
      row.registered_by !== null && isShown ? { id: row.registered_by, name: row.registered_by_name } : null,
  };
}

import type { Readable } from 'node:stream';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type {
  Invoice,
  InvoiceDetail,
  InvoiceFilters,
  InvoiceListQuery,
  billingRoutes,
} from '@atalaya/contract/billing';
import { totalsOf } from '@atalaya/contract/invoice-amounts';
import type { z } from 'zod';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { csvOf } from '../../../platform/records/csv.ts';
import { findCollection } from '../debit-runs/debit-runs.queries.ts';
import { toldExchange } from './invoice-exchange.ts';
import { facturaeGap, gapWords } from './facturae.ts';
import { getDelivery } from './facturae.queries.ts';
import { getFamily, refundableOf } from './invoice-family.service.ts';
import {
  findInvoice,
  listInvoices as listRows,
  listLines,
  listNextInvoices,
  listPayments,
  listRelated,
  listStatuses,
  sumUnpaid,
} from './invoice-reading.queries.ts';
import { listReceipts } from './receipts.queries.ts';
import { paymentsOf } from './payment-data.ts';
import type { InvoiceRow, Unpaid } from './invoice-reading.queries.ts';
import { drawQr } from '../verifactu/verifactu-qr.ts';
import { verificationUrl } from '../verifactu/verifactu-record.ts';
import { findRecorded } from '../verifactu/verifactu.queries.ts';
import type { RecordedRow } from '../verifactu/verifactu.queries.ts';

/** One page of invoices that the actor may see. */
export async function listInvoices(
  platform: Platform,
  actor: Actor,
  query: InvoiceListQuery,
): Promise<z.input<typeof billingRoutes.listInvoices.response>> {
  return platform.database.readAs(actor, 'list the invoices of every organization', async (db) => {
    const { rows, total, sums } = await listRows(db, query);
    return { items: rows.map(toInvoice), total, page: query.page, page_size: PAGE_SIZE, sums };
  });
}

/** One invoice. @throws object.not_found, also where it is another's */
export async function readInvoice(platform: Platform, actor: Actor, id: string): Promise<InvoiceDetail> {
  return platform.database.withActor(actor, 'read any invoice', (db) => getDetail(platform, db, id));
}

/** What an organization has not or not all paid, by currency; none where it owes nothing. */
export const readUnpaid = (db: Db, organization_id: string): Promise<Unpaid[]> =>
  sumUnpaid(db, organization_id);

/** The status of each of these invoices that the transaction may see, by its id. */
export async function readStatuses(db: Db, ids: string[]): Promise<Map<string, Invoice['status']>> {
  return new Map((await listStatuses(db, ids)).map(({ id, status }) => [id, status]));
}

const COLUMNS = [
  'code',
  'status',
  'issued_on',
  'due_on',
  'organization_name',
  'customer_name',
  'customer_tax_id',
  'customer_country',
  'tax_treatment',
  'currency',
  'subtotal_cents',
  'tax_cents',
  'total_cents',
  'exchange_rate_micros',
  'exchange_rated_on',
  'exchange_source',
  'exchange_tax_cents',
  'paid_cents',
  'outstanding_cents',
  'receipt',
  'hash',
] as const satisfies (keyof InvoiceRow)[];

/** Everything that matches as CSV, in the order of the list. */
export const exportInvoices = (platform: Platform, actor: Actor, query: InvoiceFilters): Readable =>
  csvOf<(typeof COLUMNS)[number], InvoiceRow>(COLUMNS, (last, limit) =>
    platform.database.readAs(actor, 'export the invoices of every organization', (db) =>
      listNextInvoices(db, query, last, limit),
    ),
  );

/** An invoice with its lines, payments and what it rectifies. @throws object.not_found */
export async function getDetail(platform: Platform, db: Db, id: string): Promise<InvoiceDetail> {
  const row = await findInvoice(db, id);
  if (!row) throw new AppError('object.not_found');
  const [lines, payments, related, family, recorded, collect_on, delivery, receipts] = await Promise.all([
    listLines(db, [id]),
    listPayments(db, id),
    listRelated(db, row),
    getFamily(db, row),
    findRecorded(db, id),
    findCollection(db, id),
    getDelivery(db, row.organization_id),
    listReceipts(db, id),
  ]);
  const { customer_tax_id, customer_country, customer_email, tax_treatment, period_start, period_end } = row;
  const issuer = issuerOf(platform, recorded);
  const exchange = toldExchange(row);
  const gap = facturaeGap({ ...row, issuer, exchange }, platform.config, delivery);
  return {
    ...toInvoice(row),
    issuer,
    customer_tax_id,
    customer_country,
    customer_email,
    tax_treatment,
    period_start,
    period_end,
    reason: row.reason,
    rectifies: related.find((other) => other.id === row.rectifies_id) ?? null,
    rectified_by: related.filter((other) => other.id !== row.rectifies_id),
    rectification_code: row.rectification_code,
    rectification_method: row.rectification_method,
    standing: row.kind === 'rectifying' ? null : totalsOf(family.standing),
    annulment_reason: row.annulment_reason,
    exchange,
    collect_on,
    verifactu: recorded && (await verifactuOf(row, recorded)),
    receipts: receipts.map(({ created_at, ...said }) => ({ ...said, created_at: created_at.toISOString() })),
    facturae_gap: gap && gapWords(gap),
    hash: row.hash,
    previous_hash: row.previous_hash,
    lines,
    payments: paymentsOf(row, refundableOf(family), payments),
  };
}

/** Who issues: one that is recorded says who recorded it, also where another is configured since. */
function issuerOf({ config }: Platform, recorded: RecordedRow | null): InvoiceDetail['issuer'] {
  const { invoiceIssuer } = config;
  return recorded
    ? { ...invoiceIssuer, country: 'ES', name: recorded.issuer_name, tax_id: recorded.issuer_tax_id }
    : invoiceIssuer;
}

async function verifactuOf({ code, issued_on }: InvoiceRow, recorded: RecordedRow) {
  const { issuer_tax_id: tax_id, environment, state, total_cents } = recorded;
  const url = verificationUrl(environment, { tax_id, code, issued_on, total_cents });
  return { environment, state, url, qr: await drawQr(url) };
}

function toInvoice(row: InvoiceRow): Invoice {
  const { id, code, kind, status, receipt, customer_name, issued_on, due_on, currency } = row;
  const { subtotal_cents, tax_cents, total_cents, paid_cents, outstanding_cents } = row;
  return {
    id,
    code,
    kind,
    status,
    receipt,
    organization: { id: row.organization_id, name: row.organization_name },
    customer_name,
    issued_on,
    due_on,
    currency,
    subtotal_cents,
    tax_cents,
    total_cents,
    paid_cents,
    outstanding_cents,
  };
}

import { PAYMENT_DAYS } from '@atalaya/contract/billing-limits';
import type { InvoiceDetail, billingRoutes } from '@atalaya/contract/billing';
import type { invoiceRectifyBody } from '@atalaya/contract/invoice-bodies';
import { rectifyingLines, taxLines, totalsOf } from '@atalaya/contract/invoice-amounts';
import type { IssuedLine } from '@atalaya/contract/invoice-amounts';
import { isRectifiable } from '@atalaya/contract/invoice-states';
import type { z } from 'zod';
import { AppError } from '../../../platform/core/errors.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import { addDays } from '../billing-days.ts';
import { closureReason } from '../billing-texts.ts';
import { getSubscription } from '../subscriptions/subscription-change.service.ts';
import { readToday } from '../../../platform/database/clock.ts';
import { findSubscription } from '../subscriptions/subscriptions.queries.ts';
import { requireNotCollected } from '../debit-runs/debits.rules.ts';
import { endPastDue, lockInvoice } from './invoice-changes.service.ts';
import { familyOf } from './invoice-family.service.ts';
import type { Family } from './invoice-family.service.ts';
import { recordAnnulment } from '../verifactu/verifactu-recording.service.ts';
import { SERIES, writeInvoice } from './invoice-issue.service.ts';
import { listRectifying, listUnpaid } from './invoice-reading.queries.ts';
import type { InvoiceRow } from './invoice-reading.queries.ts';
import { findIssued, markAnnulled, markVoided, offset } from './invoices.queries.ts';
import { getDetail } from './invoices.service.ts';

type Rectification = z.output<typeof invoiceRectifyBody>;

/**
 * Rectifies an invoice by another, as a whole or in part. What one of them leaves to be paid and the other to be paid
 * back is settled between them; what was paid stays owed to the customer on the rectifying one, until it is paid back.
 * Asked again with the same `request_id`, answers the one there.
 * @returns the rectifying invoice @throws object.not_found, invoice.not_rectifiable, invoice.rectified_too_far,
 * request.invalid for a code that is not of its kind, and as `writeInvoice`
 */
export async function rectifyInvoice(
  platform: Platform,
  by: Author,
  id: string,
  body: Rectification,
): Promise<InvoiceDetail> {
  return platform.database.withSystem('rectify an invoice of any organization', async (db) => {
    const invoice = await lockInvoice(db, id);
    const { request_id } = body;
    const done = request_id && (await findIssued(db, invoice.organization_id, by.actor, request_id));
    if (done) return getDetail(platform, db, done);
    if (!isRectifiable(invoice)) throw new AppError('invoice.not_rectifiable');
    if ((invoice.kind === 'simplified') !== (body.code === 'R5')) refuse('code');
    if (body.method === 'substitution' && !body.lines) refuse('lines');
    const rectifying = await rectifyLocked(platform, db, by, invoice, body, await readToday(db));
    return getDetail(platform, db, rectifying);
  });
}

function refuse(field: string): never {
  throw new AppError('request.invalid', { fields: [{ field: `body.${field}`, code: 'invalid' }] });
}

/** Takes back all that an organization, which is locked and leaves, has not paid in full, by an invoice each. */
export async function voidUnpaid(
  platform: Platform,
  db: SystemDb,
  by: Author,
  organization_id: string,
): Promise<void> {
  const today = await readToday(db);
  const { language } = await getSubscription(db, organization_id);
  const reason = closureReason(language);
  for (const invoice of await listUnpaid(db, organization_id)) {
    // Article 80.Dos: what was agreed is without effect.
    const code = invoice.kind === 'simplified' ? 'R5' : 'R1';
    const body = { code, method: 'difference', reason, request_id: undefined } as const;
    await rectifyLocked(platform, db, by, invoice, body, today);
  }
}

/** Rectifies an invoice that is locked. @returns the id of the rectifying one */
async function rectifyLocked(
  platform: Platform,
  db: SystemDb,
  by: Author,
  invoice: InvoiceRow,
  body: Rectification,
  today: string,
): Promise<string> {
  await requireNotCollected(db, invoice.id);
  const family = await familyOf(db, invoice);
  const lines = linesOf(family, body);
  const change = totalsOf(lines);
  const left = totalsOf(family.standing).total_cents + change.total_cents;
  // What is given back was charged before.
  if (left !== 0 && Math.sign(left) === -Math.sign(invoice.total_cents))
    throw new AppError('invoice.rectified_too_far');
  const isWhole = !body.lines || (left === 0 && invoice.total_cents !== 0);
  if (isWhole) await markVoided(db, invoice.id);
  const offset_cents = await settle(db, family, change.total_cents);
  const book = { series: SERIES.rectifying, issued_on: today };
  const draft = { ...(await headOf(db, invoice, body, today)), ...change, lines };
  const { request_id } = body;
  const how = { offset_cents, request_id, original: invoice };
  const rectifying = await writeInvoice(platform, db, by, book, { invoice: draft, ...how }, true);
  await recordChange(db, by, {
    action: isWhole ? 'invoice.voided' : 'invoice.rectified',
    object_type: 'invoice',
    object_id: invoice.id,
    organization_id: invoice.organization_id,
    before: { code: invoice.code, outstanding_cents: invoice.outstanding_cents },
    after: { reason: body.reason, rectified_by: rectifying },
  });
  await endPastDue(db, by, invoice.organization_id, today);
  return rectifying;
}

/** At the rate that is named, or at that of the first line of the invoice. */
function linesOf({ original, standing }: Family, { method, lines, tax_rate }: Rectification): IssuedLine[] {
  const { tax_treatment } = original;
  const rate = tax_rate ?? standing[0]?.tax_rate ?? 0;
  const given = lines ? taxLines(lines, { tax_treatment, tax_rate: rate }) : null;
  return rectifyingLines(standing, method, given).map(({ description, quantity, ...line }) => ({
    description,
    quantity,
    unit_price_cents: line.unit_price_cents,
    amount_cents: line.amount_cents,
    tax_rate: line.tax_rate,
    tax_cents: line.tax_cents,
    is_taken_back: line.is_taken_back,
  }));
}

/** Settles a change with what the family leaves to be paid, or to be paid back. @returns what is offset of the change */
async function settle(db: SystemDb, { original, rectifying }: Family, change_cents: number): Promise<number> {
  let left = change_cents;
  for (const { id, outstanding_cents } of [original, ...rectifying]) {
    if (Math.sign(outstanding_cents) !== -Math.sign(left)) continue;
    const part = Math.sign(outstanding_cents) * Math.min(Math.abs(outstanding_cents), Math.abs(left));
    if (part === 0) continue;
    await offset(db, id, part);
    left += part;
  }
  return change_cents - left;
}

/** All but amounts: to the customer as they were written, or where the invoice is said anew as they are now. */
async function headOf(db: SystemDb, invoice: InvoiceRow, body: Rectification, today: string) {
  const { organization_id, currency, tax_treatment, charge, period_start, period_end } = invoice;
  return {
    organization_id,
    kind: 'rectifying' as const,
    due_on: body.lines ? addDays(today, PAYMENT_DAYS) : today,
    currency,
    tax_treatment,
    ...(await customerOf(db, invoice, body)),
    charge,
    period_start,
    period_end,
    rectifies_id: invoice.id,
    reason: body.reason,
    rectification_code: body.code,
    rectification_method: body.method,
  };
}

async function customerOf(db: SystemDb, invoice: InvoiceRow, { method }: Rectification) {
  const { customer_name, customer_tax_id, customer_country, customer_email } = invoice;
  const written = { customer_name, customer_tax_id, customer_country, customer_email };
  const now = method === 'substitution' ? await findSubscription(db, invoice.organization_id) : null;
  if (!now) return written;
  return {
    customer_name: now.organization_name,
    customer_tax_id: invoice.kind === 'simplified' ? null : now.tax_id,
    customer_country: now.country,
    customer_email: now.billing_email,
  };
}

/**
 * Annuls an invoice that should never have been issued, and of which nothing was paid nor rectified: it keeps its
 * number, owes nothing and is in no sum. Asked again, answers it as it is.
 * @throws object.not_found, invoice.not_annullable
 */
export async function annulInvoice(
  platform: Platform,
  by: Author,
  id: string,
  { reason }: z.output<typeof billingRoutes.annulInvoice.body>,
): Promise<InvoiceDetail> {
  return platform.database.withSystem('annul an invoice of any organization', async (db) => {
    const invoice = await lockInvoice(db, id);
    if (invoice.status === 'annulled') return getDetail(platform, db, id);
    const isTouched = invoice.paid_cents !== 0 || (await listRectifying(db, id)).length > 0;
    if (!isRectifiable(invoice) || isTouched) throw new AppError('invoice.not_annullable');
    await requireNotCollected(db, id);
    await markAnnulled(db, id, reason);
    await recordAnnulment(db, invoice);
    await recordChange(db, by, {
      action: 'invoice.annulled',
      object_type: 'invoice',
      object_id: id,
      organization_id: invoice.organization_id,
      before: { code: invoice.code, outstanding_cents: invoice.outstanding_cents },
      after: { reason },
    });
    await endPastDue(db, by, invoice.organization_id, await readToday(db));
    return getDetail(platform, db, id);
  });
}

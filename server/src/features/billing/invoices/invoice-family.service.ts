import { standingLines } from '@atalaya/contract/invoice-amounts';
import type { InvoiceLine } from '@atalaya/contract/invoice-amounts';
import type { Db } from '../../../platform/database/database.ts';
import { findInvoice, listLines, listRectifying } from './invoice-reading.queries.ts';
import type { InvoiceRow } from './invoice-reading.queries.ts';

/** An invoice, those that rectify it, and the lines that hold once they are counted. */
export type Family = { original: InvoiceRow; rectifying: InvoiceRow[]; standing: InvoiceLine[] };

/** The family of an invoice, also of one that rectifies. */
export async function getFamily(db: Db, invoice: InvoiceRow): Promise<Family> {
  const original = invoice.rectifies_id ? await findInvoice(db, invoice.rectifies_id) : invoice;
  if (!original) throw new Error('what an invoice rectifies is there for good');
  return familyOf(db, original);
}

export async function familyOf(db: Db, original: InvoiceRow): Promise<Family> {
  const rectifying = await listRectifying(db, original.id);
  const lines = Map.groupBy(
    await listLines(db, [original.id, ...rectifying.map(({ id }) => id)]),
    ({ invoice_id }) => invoice_id,
  );
  const of = (id: string) => lines.get(id) ?? [];
  const standing = standingLines(
    of(original.id),
    rectifying.map(({ id, rectification_method }) => ({ rectification_method, lines: of(id) })),
  );
  return { original, rectifying, standing };
}

/**
 * What of all that a family was paid can be paid back as a refund: what one of them is still to pay back is not, for
 * otherwise more would go back than came in.
 */
export const refundableOf = ({ original, rectifying }: Family): number =>
  [original, ...rectifying].reduce(
    (cents, { paid_cents, outstanding_cents }) => cents + paid_cents + Math.min(0, outstanding_cents),
    0,
  );

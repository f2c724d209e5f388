import { standingLines } from '@atalaya/contract/invoice-amounts';
import type { InvoiceLine } from '@atalaya/contract/invoice-amounts';
import type { Db } from '../../../platform/database/database.ts';
import { listLines, listRectifying } from './invoice-reading.queries.ts';
import type { InvoiceRow } from './invoice-reading.queries.ts';

/** An invoice, those that rectify it, and the lines that hold once they are counted. */
export type Family = { original: InvoiceRow; rectifying: InvoiceRow[]; standing: InvoiceLine[] };

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

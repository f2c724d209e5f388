import type { Database, SystemDb } from '../../../platform/database/database.ts';
import { hashInvoice } from './invoice-hash.ts';
import { listLines, listOfSeries, listSeries, listWronglyPaid } from './invoice-reading.queries.ts';
import type { InvoiceRow, SeriesRow } from './invoice-reading.queries.ts';
import type { IssuedLine } from '@atalaya/contract/invoice-amounts';
import { totalsOf } from '@atalaya/contract/invoice-amounts';

/**
 * `changed`: it does not fit its hash; `moved`: not the one before it; `gap`: numbers are missing before it; `sums`:
 * its totals are not those of its lines; `paid`: what is paid of it is not the sum of its payments; `cut`: the series
 * does not end where it should.
 */
export type InvoiceProblemKind = 'changed' | 'moved' | 'gap' | 'sums' | 'paid' | 'cut';
/** `code`: the invoice, or the series and year of one that is missing. */
export type InvoiceProblem = { kind: InvoiceProblemKind; code: string };
export type InvoiceVerification = { invoices: number; series: number; problems: InvoiceProblem[] };

const PAGE = 500;

/**
 * Recomputes the hash and the sums of every invoice, in the order of their numbers, and what is paid of them,
 * also while a running server goes on issuing.
 */
export function verifyInvoices(database: Pick<Database, 'withSystem'>): Promise<InvoiceVerification> {
  return database.withSystem('verify the chain of the invoices', async (db) => {
    const all = await listSeries(db);
    const problems: InvoiceProblem[] = [];
    let invoices = 0;
    for (const series of all) {
      const walked = await walk(db, series);
      invoices += walked.invoices;
      problems.push(...walked.problems);
    }
    problems.push(...(await listWronglyPaid(db)).map((code) => ({ kind: 'paid' as const, code })));
    return { invoices, series: all.length, problems };
  });
}

type Last = { number: number; hash: string | null };

async function walk(db: SystemDb, series: SeriesRow) {
  const problems: InvoiceProblem[] = [];
  let last: Last = { number: 0, hash: null };
  let invoices = 0;
  for (;;) {
    const page = await listOfSeries(db, series, last.number, PAGE);
    const lines = Map.groupBy(
      await listLines(
        db,
        page.map(({ id }) => id),
      ),
      ({ invoice_id }) => invoice_id,
    );
    for (const invoice of page) {
      problems.push(...problemsOf(invoice, lines.get(invoice.id) ?? [], last));
      // The stored hash is gone on with: one wrong invoice is told as one.
      last = invoice;
      invoices += 1;
    }
    if (page.length < PAGE) break;
  }
  if (last.number !== series.last_number || last.hash !== series.last_hash)
    problems.push({ kind: 'cut', code: `${series.series}-${String(series.year)}` });
  return { invoices, problems };
}

function problemsOf(invoice: InvoiceRow, lines: IssuedLine[], last: Last): InvoiceProblem[] {
  const { code, number, previous_hash } = invoice;
  const sums = totalsOf(lines);
  const kinds: [InvoiceProblemKind, boolean][] = [
    ['gap', number !== last.number + 1],
    ['moved', previous_hash !== last.hash],
    ['changed', hashInvoice({ ...invoice, lines }, previous_hash) !== invoice.hash],
    ['sums', sums.subtotal_cents !== invoice.subtotal_cents || sums.total_cents !== invoice.total_cents],
  ];
  return kinds.filter(([, isSo]) => isSo).map(([kind]) => ({ kind, code }));
}

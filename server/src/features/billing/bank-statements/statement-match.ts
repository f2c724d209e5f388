import type { BankMatch } from '@atalaya/contract/bank-statements';
import { canComeBack } from '@atalaya/contract/debit-run-states';
import type { DebitStatus } from '@atalaya/contract/debit-run-states';
import type { ReadEntry } from './statement-reader.ts';

/** What is known of what entries may be. */
export type Known = {
  invoices: {
    id: string;
    code: string;
    organization_name: string;
    outstanding_cents: number;
    /** Of the mandates of its organization. */
    ibans: string[];
  }[];
  debits: {
    id: string;
    invoice_code: string;
    organization_name: string;
    amount_cents: number;
    status: DebitStatus;
  }[];
  runs: { id: string; number: number; pending_cents: number }[];
};
type Entry = Pick<
  ReadEntry,
  'amount_cents' | 'end_to_end_id' | 'references' | 'text' | 'party_iban' | 'return_code'
>;

/** As SEPA's files have the ids of runs and debits: without hyphens, what else follows being a part of it. */
const ID = /^[0-9a-f]{32}(?=-|$)/;
export const idIn = (reference: string): string | null =>
  ID.exec(reference)?.[0].replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') ?? null;

/** 'A-2027-00001', with or without what people leave out. */
const CODE = /(?<![A-Z0-9])([ARS])[-/ ]?(20\d\d)[-/ ]?(\d{5,})(?!\d)/gi;
export const codesIn = (text: string): string[] =>
  [...text.matchAll(CODE)].map(
    ([, series = '', year = '', number = '']) => `${series.toUpperCase()}-${year}-${number}`,
  );

/** What an entry seems to be, the likeliest first. Certain is what it can be alone. */
export function matchesOf(entry: Entry, known: Known): BankMatch[] {
  const found =
    entry.amount_cents < 0
      ? returnsOf(entry, known)
      : [...collectionsOf(entry, known), ...paymentsOf(entry, known)];
  const [first, ...others] = found;
  if (!first) return [];
  // The same certainty twice is none.
  const isAlone = !others.some(({ is_certain }) => is_certain);
  return isAlone ? found : found.map((match) => ({ ...match, is_certain: false }));
}

/** What two entries of a statement would be certain to be is certain of neither. */
export function withoutDoubles(matches: BankMatch[][]): BankMatch[][] {
  const targetOf = ({ kind, target_id }: BankMatch) => `${kind} ${target_id}`;
  const claims = Map.groupBy(
    matches.flat().filter(({ is_certain }) => is_certain),
    targetOf,
  );
  return matches.map((each) =>
    each.map((match) =>
      (claims.get(targetOf(match))?.length ?? 0) > 1 ? { ...match, is_certain: false } : match,
    ),
  );
}

function returnsOf({ amount_cents, end_to_end_id, return_code }: Entry, { debits }: Known): BankMatch[] {
  const id = end_to_end_id === null ? null : idIn(end_to_end_id);
  const debit = debits.find((each) => each.id === id);
  if (!debit || !canComeBack(debit) || return_code === null || debit.amount_cents !== -amount_cents)
    return [];
  return [of('return', debit, debit.invoice_code, debit.amount_cents, 'end_to_end', true)];
}

function collectionsOf({ amount_cents, end_to_end_id, references }: Entry, known: Known): BankMatch[] {
  const id = end_to_end_id === null ? null : idIn(end_to_end_id);
  const debit = known.debits.find((each) => each.id === id && each.status === 'pending');
  if (debit && debit.amount_cents === amount_cents)
    return [of('debit', debit, debit.invoice_code, amount_cents, 'end_to_end', true)];
  const ids = references.map(idIn);
  return known.runs
    .filter((run) => ids.includes(run.id) && run.pending_cents === amount_cents)
    .map((run) =>
      of('run', { id: run.id, organization_name: null }, String(run.number), amount_cents, 'run', true),
    );
}

function paymentsOf({ amount_cents, text, party_iban }: Entry, { invoices }: Known): BankMatch[] {
  const codes = codesIn(text);
  const named = invoices.filter(
    ({ code, outstanding_cents }) => codes.includes(code) && amount_cents <= outstanding_cents,
  );
  const byAccount = invoices.filter(
    (invoice) =>
      !named.includes(invoice) &&
      party_iban !== null &&
      invoice.ibans.includes(party_iban) &&
      invoice.outstanding_cents === amount_cents,
  );
  const match = (reason: BankMatch['reason']) => (invoice: Known['invoices'][number]) =>
    of('invoice', invoice, invoice.code, amount_cents, reason, invoice.outstanding_cents === amount_cents);
  const isNamed = named.length > 0;
  return [
    ...named.map(match(text.trim() === codes[0] ? 'reference' : 'code')),
    // Where it names an invoice, another of the same amount is not what it is.
    ...(isNamed ? [] : byAccount.map(match('account'))),
  ];
}

const of = (
  kind: BankMatch['kind'],
  { id: target_id, organization_name }: { id: string; organization_name: string | null },
  label: string,
  amount_cents: number,
  reason: BankMatch['reason'],
  is_certain: boolean,
): BankMatch => ({ kind, target_id, label, organization_name, amount_cents, reason, is_certain });

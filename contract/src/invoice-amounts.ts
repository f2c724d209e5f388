import { SIMPLIFIED_MAX_CENTS } from './billing-limits.ts';
import type { RECTIFICATION_METHODS, TAX_TREATMENTS } from './choices.ts';

/** What the lines of an invoice come to: of one that is issued, and of one that is about to be. */

export type TaxTreatment = (typeof TAX_TREATMENTS)[number];
/** `tax_rate` in hundredths of a per cent; it counts where the treatment is standard alone. */
export type Tax = { tax_treatment: TaxTreatment; tax_rate: number };

/**
 * A line before taxes; negative cents give something back, at the `tax_rate` at which it was charged. Without one it is
 * taxed as the customer is.
 */
export type ChargeLine = {
  description: string;
  quantity: number;
  unit_price_cents: number;
  tax_rate?: number;
};
export type InvoiceLine = ChargeLine & { amount_cents: number; tax_rate: number; tax_cents: number };
export type InvoiceTotals = { subtotal_cents: number; tax_cents: number; total_cents: number };

/** amount × part ÷ whole in whole cents; halves away from zero, so that the opposite amount gives the opposite. */
export function share(amount_cents: number, part: number, whole: number): number {
  const product = BigInt(Math.abs(amount_cents)) * BigInt(part) * 2n + BigInt(whole);
  const rounded = Number(product / (BigInt(whole) * 2n));
  return amount_cents < 0 ? -rounded || 0 : rounded;
}

/** Lines with their amounts and taxes, each rounded to the cent by itself. */
export function taxLines(lines: ChargeLine[], tax: Tax): InvoiceLine[] {
  const own_rate = tax.tax_treatment === 'standard' ? tax.tax_rate : 0;
  return lines.map((line) => {
    const tax_rate = line.tax_rate ?? own_rate;
    const amount_cents = line.quantity * line.unit_price_cents;
    return { ...line, amount_cents, tax_rate, tax_cents: share(amount_cents, tax_rate, 10_000) };
  });
}

type TaxedLine = Pick<InvoiceLine, 'amount_cents' | 'tax_rate' | 'tax_cents'>;

/** The sums of rounded lines. */
export function totalsOf(lines: TaxedLine[]): InvoiceTotals {
  const subtotal_cents = lines.reduce((sum, line) => sum + line.amount_cents, 0);
  const tax_cents = lines.reduce((sum, line) => sum + line.tax_cents, 0);
  return { subtotal_cents, tax_cents, total_cents: subtotal_cents + tax_cents };
}

/** A rate of exchange says what a euro costs: in millionths of a unit of the other currency. */
export const RATE_SCALE = 1_000_000;
/** Cents of another currency in cents of euros; null: they are euros. */
export const inEuros = (cents: number, rate_micros: number | null): number =>
  share(cents, RATE_SCALE, rate_micros ?? RATE_SCALE);

/** What the lines of each rate come to, the highest rate first. */
export function taxesByRate(lines: TaxedLine[]): TaxedLine[] {
  const groups = Map.groupBy(lines, ({ tax_rate }) => tax_rate);
  return Array.from(groups, ([tax_rate, of]) => {
    const { subtotal_cents, tax_cents } = totalsOf(of);
    return { tax_rate, amount_cents: subtotal_cents, tax_cents };
  }).toSorted((a, b) => b.tax_rate - a.tax_rate);
}

/** The same in euros, each amount rounded by itself, with what they come to. */
export function taxesInEuros(
  lines: TaxedLine[],
  rate_micros: number | null,
): InvoiceTotals & { rates: TaxedLine[] } {
  const rates = taxesByRate(lines).map(({ tax_rate, amount_cents, tax_cents }) => ({
    tax_rate,
    amount_cents: inEuros(amount_cents, rate_micros),
    tax_cents: inEuros(tax_cents, rate_micros),
  }));
  return { rates, ...totalsOf(rates) };
}

export type RectificationMethod = (typeof RECTIFICATION_METHODS)[number];
/** `is_taken_back`: of a substitution, the opposite of what it replaces. */
export type IssuedLine = InvoiceLine & { is_taken_back: boolean };

/** The lines that hold once an invoice's rectifications are counted, in their order: a substitution says them anew. */
export function standingLines(
  lines: InvoiceLine[],
  rectifications: { rectification_method: RectificationMethod | null; lines: IssuedLine[] }[],
): InvoiceLine[] {
  return rectifications.reduce(
    (standing, { rectification_method, lines: next }) =>
      rectification_method === 'substitution'
        ? next.filter(({ is_taken_back }) => !is_taken_back)
        : [...standing, ...next],
    lines,
  );
}

/**
 * The lines of a rectifying invoice, which come to what changes: by difference those that are given, by substitution
 * the opposite of what held and then what holds instead. Without lines the whole is given back.
 */
export function rectifyingLines(
  standing: InvoiceLine[],
  method: RectificationMethod,
  lines: InvoiceLine[] | null,
): IssuedLine[] {
  const given = lines?.map((line) => ({ ...line, is_taken_back: false }));
  const back = standing.map((line) => ({
    ...line,
    unit_price_cents: -line.unit_price_cents || 0,
    amount_cents: -line.amount_cents || 0,
    tax_cents: -line.tax_cents || 0,
    is_taken_back: method === 'substitution',
  }));
  if (!given) return back;
  return method === 'substitution' ? [...back, ...given] : given;
}

/** Whether the law lets an invoice of such lines be a simplified one. */
export const canBeSimplified = (lines: TaxedLine[], currency: string, treatment: TaxTreatment): boolean =>
  currency === 'EUR' && treatment !== 'reverse_charge' && totalsOf(lines).total_cents <= SIMPLIFIED_MAX_CENTS;

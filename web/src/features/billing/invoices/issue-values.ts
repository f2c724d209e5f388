import { PAYMENT_DAYS, QUANTITY_MAX, UNIT_PRICE_MAX_CENTS } from '@atalaya/contract/billing-limits';
import type { ComboboxOption } from '@atalaya/ui/combobox';
import type { Language } from '../../../platform/messages/chosen-language.ts';
import { parseHundredths } from '../../../shared/typed-amount.ts';
import { parseWhole } from '../billing-values.ts';

/** As it is typed. */
export type LineValues = { description: string; quantity: string; unit_price_cents: string };

/** What the form of a new invoice holds. */
export type IssueValues = {
  organization_id: ComboboxOption | null;
  kind: 'standard' | 'simplified';
  payment_days: string;
  lines: LineValues[];
};

export const EMPTY_LINE: LineValues = { description: '', quantity: '1', unit_price_cents: '' };

/** Below zero it gives something back: only where something was charged before (`isSigned`). */
export const parsePrice = (typed: string, language: Language, isSigned = true) => {
  const isLess = isSigned && /^\s*[-−]/.test(typed);
  const cents = parseHundredths(isLess ? typed.replace(/[-−]/, '') : typed, language);
  if (cents === null || cents > UNIT_PRICE_MAX_CENTS) return null;
  return isLess ? -cents : cents;
};

/** A line as it is sent; what is not yet typed, or typed wrongly, counts nothing. */
export const lineOf = ({ description, quantity, unit_price_cents }: LineValues, language: Language) => ({
  description: description.trim(),
  quantity: parseWhole(quantity, 1, QUANTITY_MAX) ?? 0,
  unit_price_cents: parsePrice(unit_price_cents, language) ?? 0,
});

/** The invoice as it is sent. */
export function invoiceOf({ organization_id, kind, payment_days, lines }: IssueValues, language: Language) {
  return {
    organization_id: organization_id?.value ?? '',
    kind,
    payment_days: parseWhole(payment_days, 0, 365) ?? PAYMENT_DAYS,
    lines: lines.map((line) => lineOf(line, language)),
  };
}

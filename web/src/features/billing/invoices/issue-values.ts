import { PAYMENT_DAYS, QUANTITY_MAX, UNIT_PRICE_MAX_CENTS } from '@atalaya/contract/billing-limits';
import type { ComboboxOption } from '@atalaya/ui/combobox';
import type { Language } from '../../../platform/messages/chosen-language.ts';
import { parseHundredths } from '../../../shared/typed-amount.ts';
import { parseWhole } from '../billing-values.ts';

/** As it is typed. */
type LineValues = { description: string; quantity: string; unit_price_cents: string };

/** What the form of a new invoice holds. */
export type IssueValues = {
  organization_id: ComboboxOption | null;
  payment_days: string;
  lines: LineValues[];
};

export const EMPTY_LINE: LineValues = { description: '', quantity: '1', unit_price_cents: '' };

export const parsePrice = (typed: string, language: Language) => {
  const cents = parseHundredths(typed, language);
  return cents !== null && cents <= UNIT_PRICE_MAX_CENTS ? cents : null;
};

/** A line as it is sent; what is not yet typed, or typed wrongly, counts nothing. */
export const lineOf = ({ description, quantity, unit_price_cents }: LineValues, language: Language) => ({
  description: description.trim(),
  quantity: parseWhole(quantity, 1, QUANTITY_MAX) ?? 0,
  unit_price_cents: parsePrice(unit_price_cents, language) ?? 0,
});

/** The invoice as it is sent. */
export function invoiceOf({ organization_id, payment_days, lines }: IssueValues, language: Language) {
  return {
    organization_id: organization_id?.value ?? '',
    payment_days: parseWhole(payment_days, 0, 365) ?? PAYMENT_DAYS,
    lines: lines.map((line) => lineOf(line, language)),
  };
}

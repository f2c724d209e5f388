import { BIC_MAX, IBAN_TYPED_MAX, SEPA_NAME_MAX } from '@atalaya/contract/debit-codes';
import type { FieldProblem } from '@atalaya/contract/errors';
import { electronicFormatIBAN, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';

/** What banks of SEPA take, as it is stored: in capitals, without what people write between. */

const compact = (typed: string) => typed.replaceAll(/[\s-]/g, '').toUpperCase();
export const keptIban = (typed: string): string => electronicFormatIBAN(typed) ?? '';
export const keptBic = (typed: string | null): string | null => compact(typed ?? '') || null;
export const keptCreditorId = compact;

/** Its check digits, the length of its country, and a country of SEPA. */
export const isSepaIban = (iban: string): boolean =>
  iban.length <= IBAN_TYPED_MAX && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2));

const isBic = (bic: string) => bic.length <= BIC_MAX && isValidBIC(bic);

const CREDITOR_ID = /^(?<country>[A-Z]{2})(?<check>\d{2})[A-Z0-9]{3}(?<national>[A-Z0-9]{1,28})$/;

/**
 * Whether the check digits of a creditor identifier are right (ISO 7064, MOD 97-10): over the national number, the
 * country and the digits themselves, not over the suffix of the business.
 */
export function isCreditorId(identifier: string): boolean {
  const parts = CREDITOR_ID.exec(identifier)?.groups;
  if (!parts) return false;
  const digits = `${parts.national}${parts.country}${parts.check}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** The fields of an account that are wrong. */
export function wrongAccount({ iban, bic }: { iban: string; bic: string | null }): FieldProblem[] {
  return [
    ...(isSepaIban(iban) ? [] : [{ field: 'body.iban', code: 'invalid' as const }]),
    ...(bic === null || isBic(bic) ? [] : [{ field: 'body.bic', code: 'invalid' as const }]),
  ];
}

/** Letters that have no other letter below their mark. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Œ: 'OE',
  œ: 'oe',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  '&': '+',
};

/** A text in the characters that all banks of SEPA take; each other one is a full stop. */
export function sepaText(text: string, max = SEPA_NAME_MAX): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|&/gu, (letter) => LETTERS[letter] ?? '.')
    .replaceAll(/[^A-Za-z0-9+?/:().,' -]/g, '.');
  return plain.trim().slice(0, max).trim();
}

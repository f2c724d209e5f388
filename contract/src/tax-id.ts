/**
 * The syntax of tax numbers: Spanish ones with their control character, VAT numbers of the EU by their form alone. How
 * Spanish ones are made up: Real Decreto 1065/2007 for people (DNI, NIE, and K, L, M of those who have neither), Orden
 * EHA/451/2008 for companies and other bodies (once called CIF).
 */

/** The control letter of a person: the one at what is left of the number divided by 23. */
const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
/** The control character of a body where it is a letter: the one at the place of its digit. */
const CIF_LETTERS = 'JABCDEFGHI';

/** VAT numbers of the other member states, without the two letters of the state. */
const EU_VAT: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** Greece writes EL in its VAT numbers, and GR everywhere else. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country);
const plain = (value: string) => value.toUpperCase().replaceAll(/[\s.-]/g, '');
const plainNif = (value: string) => plain(value).replace(/^ES/, '');

/**
 * Whether a tax number can be one of its country (ISO 3166-1, two letters): of Spain by its control character, of
 * the EU by its form, of others always. Spaces, dots and hyphens do not count.
 */
export function isTaxId(country: string, value: string): boolean {
  if (country === 'ES') return isNif(plainNif(value));
  const number = plain(value);
  const prefix = prefixOf(country);
  const form = EU_VAT[prefix];
  if (!form) return number.length > 0;
  return form.test(number.startsWith(prefix) ? number.slice(2) : number);
}

/** Why a number cannot be one of its country; null: it can. Where no country is known, every number can. */
export function taxIdProblem(country: string | null, value: string | null): 'invalid_nif' | 'invalid' | null {
  if (country === null || value === null || isTaxId(country, value)) return null;
  return country === 'ES' ? 'invalid_nif' : 'invalid';
}

/** A number as it is kept: a Spanish one in capitals and without spaces, dots, hyphens and 'ES'; others as typed. */
export const keptTaxId = (country: string | null, value: string): string =>
  country === 'ES' ? plainNif(value) : value;

/** Whether a number of an unknown country has the shape of a Spanish one and a wrong control character. */
export function isWrongNif(value: string): boolean {
  const number = plainNif(value);
  const looksSpanish = /^([A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/.test(number);
  return looksSpanish && !isNif(number);
}

/** Whether a number is a VAT number of a member state other than Spain, as reverse charge needs it. */
export function isForeignVat(country: string | null, value: string | null): boolean {
  if (country === null || value === null) return false;
  return prefixOf(country) in EU_VAT && isTaxId(country, value);
}

/**
 * A number with the two letters of its state, as documents between member states write it; null where the country is
 * not one of the EU, which has no such form.
 */
export function vatNumber(country: string, value: string): string | null {
  const prefix = prefixOf(country);
  if (prefix !== 'ES' && !(prefix in EU_VAT)) return null;
  const number = plain(value);
  return number.startsWith(prefix) ? number : prefix + number;
}

/** Whether a number is the Spanish one of a company or another body, and not of a person. */
export const isSpanishBody = (country: string | null, value: string | null): boolean =>
  country === 'ES' && value !== null && /^[A-HJNP-SU-W]/.test(plainNif(value)) && isTaxId(country, value);

/** Whether a number is the Spanish one of a natural person: DNI, NIE, or one with K, L or M. */
export const isSpanishPerson = (country: string | null, value: string | null): boolean =>
  country === 'ES' && value !== null && /^[\dKLMXYZ]/.test(plainNif(value)) && isTaxId(country, value);

function isNif(number: string): boolean {
  if (/^[\dKLMXYZ]\d{7}[A-Z]$/.test(number)) {
    const digits = number
      .slice(0, 8)
      .replace(/^[KLM]/, '')
      .replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
    return NIF_LETTERS[Number(digits) % 23] === number[8];
  }
  return /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(number) && isCif(number);
}

/** Odd digits doubled and their digits added, even ones added; what is missing to ten is the control. */
function isCif(number: string): boolean {
  const sum = Array.from(number.slice(1, 8)).reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  const control = (10 - (sum % 10)) % 10;
  const letter = CIF_LETTERS[control];
  const given = number[8];
  if (/[NPQRSW]/.test(number[0] ?? '')) return given === letter;
  if (/[ABEH]/.test(number[0] ?? '')) return given === String(control);
  return given === String(control) || given === letter;
}

import type { PAYMENT_METHODS } from '@atalaya/contract/choices';
import type { TaxTreatment } from '../billing-amounts.ts';

/** What a printed invoice says: in Spanish for every reader, since it is a Spanish document. */
export const PDF_TEXTS = {
  standard: 'Factura',
  rectifying: 'Factura rectificativa',
  issuer: 'Emisor',
  customer: 'Cliente',
  taxId: 'NIF / VAT',
  number: 'Número',
  series: 'Serie',
  issued: 'Fecha de emisión',
  due: 'Vencimiento',
  period: 'Periodo',
  rectifies: 'Rectifica a',
  rectifiedBy: 'Rectificada por',
  reason: 'Motivo',
  description: 'Descripción',
  quantity: 'Cantidad',
  unitPrice: 'Precio',
  rate: 'IVA',
  amount: 'Importe',
  base: 'Base imponible',
  share: 'Cuota',
  taxes: 'Desglose de impuestos',
  tax: 'Impuestos',
  total: 'Total',
  paid: 'Pagado',
  outstanding: 'Pendiente',
  payments: 'Pagos',
  date: 'Fecha',
  method: 'Forma de pago',
  reference: 'Referencia',
  hash: 'Huella',
} as const;

export const PDF_METHODS: Record<(typeof PAYMENT_METHODS)[number], string> = {
  transfer: 'Transferencia',
  card: 'Tarjeta',
  direct_debit: 'Domiciliación',
  cash: 'Efectivo',
  other: 'Otra',
};

/** What an invoice without tax must state. */
export const PDF_LEGENDS: Record<TaxTreatment, string | null> = {
  standard: null,
  reverse_charge: 'Inversión del sujeto pasivo: el impuesto lo liquida el cliente.',
  exempt: 'Operación exenta de impuestos.',
};

const DAY = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'UTC',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const NUMBER = new Intl.NumberFormat('es-ES', { useGrouping: 'always' });
const PERCENT = new Intl.NumberFormat('es-ES', { style: 'percent', maximumFractionDigits: 2 });
const COUNTRIES = new Intl.DisplayNames('es', { type: 'region' });

/** '31/01/2027' */
export const pdfDay = (day: string) => DAY.format(new Date(day));
/** From the first day of a period to its last, which is the one before its end. */
export const pdfPeriod = (start: string, end: string) =>
  `${pdfDay(start)} – ${pdfDay(new Date(Date.parse(end) - 86_400_000).toISOString())}`;
export const pdfNumber = (value: number) => NUMBER.format(value);
/** 2100 is '21 %'. */
export const pdfRate = (hundredths: number) => PERCENT.format(hundredths / 10_000);
export const pdfCountry = (code: string) => COUNTRIES.of(code) ?? code;
/** '1.234,50 €' */
export const pdfMoney = (cents: number, currency: string) =>
  new Intl.NumberFormat('es-ES', { style: 'currency', currency, useGrouping: 'always' }).format(cents / 100);

/** Of the letters that the standard fonts of a PDF lack, those that no accent explains. */
const FOLDED: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  '\u202F': ' ',
};
const WINDOWS_1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/**
 * A text in the letters that every reader of PDF has by itself (Windows-1252: all of western Europe, and €). Others
 * lose their accent ('Kovač'), and what is of another script becomes '?'.
 */
export function pdfText(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (isPrintable(letter)) return letter;
    const plain = FOLDED[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
    return Array.from(plain).every(isPrintable) ? plain : '?';
  }).join('');
}

const isPrintable = (letter: string) =>
  /^[\x20-\x7E\xA0-\xFF]$/.test(letter) || WINDOWS_1252.includes(letter);

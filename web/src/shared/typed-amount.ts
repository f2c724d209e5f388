import type { Language } from '../platform/messages/chosen-language.ts';

/** Thousands in groups, as the language writes them; as the other does only with decimals, where it can mean nothing else. */
const GROUPED: Record<Language, RegExp> = {
  es: /^\d{1,3}(\.\d{3}){1,2}(,\d{1,2})?$|^\d{1,3}(,\d{3}){1,2}\.\d{1,2}$/,
  en: /^\d{1,3}(,\d{3}){1,2}(\.\d{1,2})?$|^\d{1,3}(\.\d{3}){1,2},\d{1,2}$/,
};
const PLAIN = /^\d{1,9}([.,]\d{1,2})?$/;

/** '29', '29,5', '29.50' or '1.234,50' as integer hundredths: cents of an amount, hundredths of a per cent; null: none. */
export function parseHundredths(typed: string, language: Language): number | null {
  const text = typed.trim();
  if (!PLAIN.test(text) && !GROUPED[language].test(text)) return null;
  const [, whole = '', part = ''] = /^(.+?)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  return Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'));
}

/** 2900 as '29', 2950 as '29,50', or '29.50' in English. */
export function typedHundredths(value: number, language: Language): string {
  if (value % 100 === 0) return String(value / 100);
  const typed = (value / 100).toFixed(2);
  return language === 'es' ? typed.replace('.', ',') : typed;
}

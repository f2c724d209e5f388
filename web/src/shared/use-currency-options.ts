import { CURRENCIES } from '@atalaya/contract/choices';
import { useLanguage } from '../platform/messages/language.tsx';

/** 'EUR · euro': every currency that a plan can have, the one that is named first of them. */
export function useCurrencyOptions(first: string) {
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return CURRENCIES.toSorted((a, b) => Number(b === first) - Number(a === first)).map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }));
}

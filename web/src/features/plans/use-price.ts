import { useMemo } from 'react';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { plansTexts } from './plans-texts.ts';

/** Prices as the specification writes them (section 2): 'Gratis', '$29/mes'. Cents are shown only where there are any. */
export function usePrice() {
  const t = useTexts(plansTexts);
  const { language } = useLanguage();
  return useMemo(() => {
    const amount = (cents: number) =>
      `$${new Intl.NumberFormat(language, {
        useGrouping: 'always',
        minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
        maximumFractionDigits: 2,
      }).format(cents / 100)}`;
    const sign = (cents: number) => (cents > 0 ? '+' : cents < 0 ? '−' : '');
    return {
      /** '$29' */
      amount,
      /** 'Gratis' or '$29/mes' */
      price: (cents: number) => (cents === 0 ? t('free') : t('perMonth', { amount: amount(cents) })),
      /** '+$20', '−$20' or '$0' */
      difference: (cents: number) => `${sign(cents)}${amount(Math.abs(cents))}`,
    };
  }, [t, language]);
}

import { numberFormat } from '@atalaya/contract/formats';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { plansTexts } from './plans.es.ts';

/** Prices as they are written. */
export function usePrice() {
  const t = useTexts(plansTexts);
  const { language } = useLanguage();
  const { money } = useFormat();
  return useMemo(() => {
    const price = (cents: number, amount: string) => (cents === 0 ? t('free') : t('perMonth', { amount }));
    return {
      /** 'Gratis' or '$29/mes', cents only where there are any: on the card of a plan alone, as specified. */
      onCard: (cents: number, currency: string) =>
        price(cents, currency === 'USD' ? `$${decimals(cents, language)}` : short(cents, currency, language)),
      /** 'Gratis' or '29,00 $/mes' */
      price: (cents: number, currency: string) => price(cents, money(cents, currency)),
      /** '29,00 $' */
      amount: (cents: number, currency: string) => money(cents, currency),
      /** '+20,00 $', '-20,00 $' or '0,00 $' */
      difference: (cents: number, currency: string) => `${cents > 0 ? '+' : ''}${money(cents, currency)}`,
    };
  }, [t, language, money]);
}

const decimals = (cents: number, language: string) =>
  numberFormat(language, {
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    useGrouping: 'always',
  }).format(cents / 100);

/** '29 €' */
const short = (cents: number, currency: string, language: string) =>
  numberFormat(language, {
    style: 'currency',
    currency,
    useGrouping: 'always',
    ...(cents % 100 === 0 ? { maximumFractionDigits: 0 } : {}),
  }).format(cents / 100);

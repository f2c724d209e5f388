import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { plansTexts } from './plans.es.ts';

const signOf = (cents: number) => (cents > 0 ? '+' : cents < 0 ? '−' : '');

/** Prices as they are written: 'Gratis', '$29/mes'. */
export function usePrice() {
  const t = useTexts(plansTexts);
  const { price } = useFormat();
  return useMemo(
    () => ({
      /** '$29' */
      amount: (cents: number) => price(cents),
      /** 'Gratis' or '$29/mes' */
      price: (cents: number) => (cents === 0 ? t('free') : t('perMonth', { amount: price(cents) })),
      /** '+$20', '−$20' or '$0' */
      difference: (cents: number) => `${signOf(cents)}${price(Math.abs(cents))}`,
    }),
    [t, price],
  );
}

import { addDays } from '@atalaya/contract/days';
import { writeExchangeRate, writeRate } from '@atalaya/contract/formats';
import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import { useMemo } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { billingTexts } from './billing.es.ts';
import { middayOf } from './billing-values.ts';

/** Days, amounts and shares as billing writes them. */
export function useBillingFormat() {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const format = useFormat();
  return useMemo(() => {
    /** '2027-01-31' as '31 ene 2027', in every time zone. */
    const day = (value: string) => format.date(middayOf(value));
    return {
      ...format,
      day,
      /** From the first day to the last of a period that ends as the next one begins. */
      range: (start: string, end: string) =>
        t('subscription.range', { from: day(start), to: day(start < end ? addDays(end, -1) : end) }),
      /** 'Gratis' or '29,00 $/mes' */
      price: (cents: number, currency: string) =>
        cents === 0 ? t('free') : t('perMonth', { amount: format.money(cents, currency) }),
      /** 2100 as '21 %' */
      rate: (hundredths: number) => writeRate(hundredths, language),
      /** What a euro costs, in millionths: '1,085'. */
      exchangeRate: (micros: number) => writeExchangeRate(micros, language),
      seats: (value: number) => (value === UNLIMITED_SEATS ? t('unlimited') : format.number(value)),
    };
  }, [t, format, language]);
}

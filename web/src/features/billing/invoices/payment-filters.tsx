import { PAYMENT_METHODS } from '@atalaya/contract/choices';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { FilterSelect } from '../../../shared/filter-select.tsx';
import { BillingPeriod } from '../billing-period.tsx';
import { billingTexts } from '../billing.es.ts';
import type { BillingAddress } from '../use-billing-address.ts';

type PaymentFiltersProps = {
  state: BillingAddress;
  onChange: (change: Partial<BillingAddress>) => void;
  /** Those of the payments that the other filters match. */
  currencies: readonly string[];
};

/** Method, currency, and when they were made. */
export function PaymentFilters({ state, onChange, currencies }: PaymentFiltersProps) {
  const t = useTexts(billingTexts);
  const offered = new Set([...(state.currency === '' ? [] : [state.currency]), ...currencies]);
  return (
    <>
      <FilterSelect
        label={t('payments.method')}
        all={t('payments.allMethods')}
        value={state.method}
        onChange={(method) => onChange({ method })}
        options={PAYMENT_METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))}
      />
      <FilterSelect
        label={t('payments.currency')}
        all={t('payments.allCurrencies')}
        value={state.currency || null}
        onChange={(currency) => onChange({ currency: currency ?? '' })}
        options={[...offered].toSorted().map((value) => ({ value, label: value }))}
      />
      <BillingPeriod label={t('payments.paidOn')} from={state.from} to={state.to} onChange={onChange} />
    </>
  );
}

import { INVOICE_STATUS_FILTERS, RECEIPT_FILTERS } from '@atalaya/contract/choices';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { FilterSelect } from '../../../shared/filter-select.tsx';
import { BillingPeriod } from '../billing-period.tsx';
import { billingTexts } from '../billing.es.ts';
import type { BillingAddress } from '../use-billing-address.ts';

type InvoiceFiltersProps = { state: BillingAddress; onChange: (change: Partial<BillingAddress>) => void };

/** Status, what became of them, and when they were issued. */
export function InvoiceFilters({ state, onChange }: InvoiceFiltersProps) {
  const t = useTexts(billingTexts);
  return (
    <>
      <FilterSelect
        label={t('invoices.status')}
        all={t('invoices.allStatuses')}
        value={state.status}
        onChange={(status) => onChange({ status })}
        options={INVOICE_STATUS_FILTERS.map((value) => ({ value, label: t(`invoiceStatus.${value}`) }))}
      />
      <FilterSelect
        label={t('invoices.receipt')}
        all={t('invoices.allReceipts')}
        value={state.receipt}
        onChange={(receipt) => onChange({ receipt })}
        options={RECEIPT_FILTERS.map((value) => ({ value, label: t(`receipts.${value}`) }))}
      />
      <BillingPeriod label={t('invoices.issuedOn')} from={state.from} to={state.to} onChange={onChange} />
    </>
  );
}

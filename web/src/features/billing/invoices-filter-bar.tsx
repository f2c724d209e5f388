import { INVOICE_STATUSES } from '@atalaya/contract/choices';
import { Button, buttonClass } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { Plus } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FileLink } from '../../shared/file-link.tsx';
import { SearchBox } from '../../shared/search-box.tsx';
import { billingTexts } from './billing.es.ts';
import { type InvoiceListState, exportAddress } from './billing.api.ts';
import { BillingPeriod } from './billing-period.tsx';
import { type ChangeBillingAddress, NO_FILTERS } from './use-billing-address.ts';

type InvoicesFilterBarProps = {
  state: InvoiceListState;
  organization: string;
  onChange: ChangeBillingAddress;
};

/** Search, status and days of issue; then the file of what matches, and a new invoice. */
export function InvoicesFilterBar({ state, organization, onChange }: InvoicesFilterBarProps) {
  const t = useTexts(billingTexts);
  const { search, status, from, to } = state;
  return (
    <div role="search" className="mb-3 flex flex-wrap items-center gap-2 max-sm:*:grow">
      <SearchBox
        label={t('invoices.search')}
        placeholder={t('invoices.searchPlaceholder')}
        value={search}
        onChange={(typed) => onChange({ search: typed, page: 1 }, { replace: true })}
        className="min-w-48 flex-1 max-sm:basis-full sm:max-w-xs"
      />
      <Select
        label={t('invoices.status')}
        hideLabel
        reserveLine={false}
        value={status ?? 'all'}
        onValueChange={(value) => onChange({ status: value === 'all' ? null : value, page: 1 })}
        options={[
          { value: 'all', label: t('invoices.allStatuses') },
          ...INVOICE_STATUSES.map((each) => ({ value: each, label: t(`invoiceStatus.${each}`) })),
        ]}
      />
      <BillingPeriod
        label={t('invoices.issuedOn')}
        from={from}
        to={to}
        onChange={(range) => onChange({ ...range, page: 1 })}
      />
      {search !== '' || status !== null || from !== '' || to !== '' ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          {t('invoices.clear')}
        </Button>
      ) : null}
      <Actions state={state} organization={organization} onChange={onChange} />
    </div>
  );
}

function Actions({ state, organization, onChange }: InvoicesFilterBarProps) {
  const t = useTexts(billingTexts);
  const { may } = usePermissions();
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      {may('invoices.export') ? (
        <FileLink href={exportAddress(state, organization)} className={buttonClass({ variant: 'outline' })}>
          {t('invoices.export')}
        </FileLink>
      ) : null}
      {may('invoices.issue') ? (
        <Button icon={<Plus size={16} />} onClick={() => onChange({ dialog: 'issue' })}>
          {t('invoices.issue')}
        </Button>
      ) : null}
    </div>
  );
}

import { INVOICE_STATUSES } from '@atalaya/contract/choices';
import { Button, buttonClass } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { useQuery } from '@tanstack/react-query';
import { Plus, Receipt } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FileLink } from '../../../shared/file-link.tsx';
import { ListScreen } from '../../../shared/list-screen.tsx';
import { listState } from '../../../shared/list-state.ts';
import { billingTexts } from '../billing.es.ts';
import { type InvoiceList, type InvoiceListState, exportAddress, invoicesQuery } from '../billing.api.ts';
import { BillingPeriod } from '../billing-period.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { type ChangeBillingAddress, invoiceFilterFields } from '../use-billing-address.ts';
import { useBillingFormat } from '../use-billing-format.ts';

const HIDDEN_FOR_OWN = ['company'];

type InvoicesPanelProps = {
  state: InvoiceListState;
  /** '' for all that one may see. */
  organization: string;
  onChange: ChangeBillingAddress;
};

/** 'Facturas (total)', with their sums; then the file of what matches, and a new invoice. */
export function InvoicesPanel({ state, organization, onChange }: InvoicesPanelProps) {
  const t = useTexts(billingTexts);
  const { may, scopeOf } = usePermissions();
  const format = useBillingFormat();
  const { filter, clear, isFiltered, onSort, onPage } = listState(invoiceFilterFields, state, onChange);
  const { search, status, from, to } = state;
  const list = useQuery(invoicesQuery(state, organization));
  const title = t('invoices.table', { total: list.data ? format.number(list.data.total) : '…' });
  return (
    <ListScreen
      list={list}
      page={state.page}
      onPage={onPage}
      columns={useMemo(() => invoiceColumns(t, format), [t, format])}
      hiddenColumns={scopeOf('invoices.list') === 'all' ? undefined : HIDDEN_FOR_OWN}
      sort={{ key: state.sort, direction: state.order }}
      onSort={onSort}
      search={{
        label: t('invoices.search'),
        placeholder: t('invoices.searchPlaceholder'),
        value: search,
        onChange: (typed) => filter({ search: typed }, { replace: true }),
      }}
      filters={
        <>
          <Select
            label={t('invoices.status')}
            hideLabel
            reserveLine={false}
            value={status ?? 'all'}
            onValueChange={(value) => filter({ status: value === 'all' ? null : value })}
            options={[
              { value: 'all', label: t('invoices.allStatuses') },
              ...INVOICE_STATUSES.map((each) => ({ value: each, label: t(`invoiceStatus.${each}`) })),
            ]}
          />
          <BillingPeriod label={t('invoices.issuedOn')} from={from} to={to} onChange={filter} />
        </>
      }
      isFiltered={isFiltered}
      onClear={clear}
      actions={
        <div className="ml-auto flex flex-wrap gap-2">
          {may('invoices.export') ? (
            <FileLink
              href={exportAddress(state, organization)}
              className={buttonClass({ variant: 'outline' })}
            >
              {t('invoices.export')}
            </FileLink>
          ) : null}
          {may('invoices.issue') ? (
            <Button icon={<Plus size={16} />} onClick={() => onChange({ dialog: 'issue' })}>
              {t('invoices.issue')}
            </Button>
          ) : null}
        </div>
      }
      title={title}
      description={<Sums sums={list.data?.sums} />}
      texts={{
        label: title,
        loading: t('invoices.loading'),
        loadFailed: t('loadFailed'),
        pages: t('pages.label'),
        nothingFound: t('invoices.empty'),
      }}
      empty={{ icon: <Receipt size={20} />, title: t('invoices.emptyAtAll') }}
      onOpenRow={({ id }) => onChange({ invoice: id })}
    />
  );
}

/** What all that match come to, a line for each currency. */
function Sums({ sums }: { sums: InvoiceList['sums'] | undefined }) {
  const t = useTexts(billingTexts);
  const { money } = useBillingFormat();
  // The line is kept free from the start, so that the table below does not move when the sums arrive.
  return (
    <span className="block min-h-5 tabular-nums">
      {sums?.length === 0 ? t('invoices.noSum') : null}
      {sums?.map(({ currency, total_cents, outstanding_cents }) => (
        <span key={currency} className="block">
          {sums.length > 1 ? `${currency}: ` : null}
          {t('invoices.sum', {
            total: money(total_cents, currency),
            outstanding: money(outstanding_cents, currency),
          })}
        </span>
      ))}
    </span>
  );
}

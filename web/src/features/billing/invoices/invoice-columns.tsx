import { buttonClass } from '@atalaya/ui/button';
import type { Translate } from '../../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../../shared/list-sort.tsx';
import { FileLink } from '../../../shared/file-link.tsx';
import { InvoiceBadge } from '../billing-badges.tsx';
import { type Invoice, pdfAddress } from '../billing.api.ts';
import type { billingEs } from '../billing.es.ts';
import type { useBillingFormat } from '../use-billing-format.ts';

export function invoiceColumns(
  t: Translate<typeof billingEs>,
  { day, money }: ReturnType<typeof useBillingFormat>,
): ListColumn<Invoice>[] {
  return [
    {
      key: 'code',
      title: t('invoices.number'),
      width: '9rem',
      render: ({ code }) => <span className="font-medium whitespace-nowrap tabular-nums">{code}</span>,
    },
    {
      key: 'company',
      title: t('invoices.company'),
      plain: true,
      render: ({ organization }) => <CutText text={organization.name} />,
    },
    {
      key: 'issued_on',
      title: t('invoices.issued'),
      card: 'none',
      width: '8rem',
      sortedAs: 'date',
      render: ({ issued_on }) => <Day value={issued_on} text={day(issued_on)} />,
    },
    {
      key: 'due_on',
      title: t('invoices.due'),
      width: '8rem',
      sortedAs: 'date',
      render: ({ due_on }) => <Day value={due_on} text={day(due_on)} />,
    },
    {
      key: 'total_cents',
      title: t('invoices.total'),
      card: 'first',
      width: '8rem',
      align: 'end',
      sortedAs: 'number',
      render: ({ total_cents, currency }) => (
        <span className="tabular-nums">{money(total_cents, currency)}</span>
      ),
    },
    {
      key: 'outstanding_cents',
      title: t('invoices.outstanding'),
      width: '8rem',
      align: 'end',
      sortedAs: 'number',
      render: ({ outstanding_cents, total_cents, currency }) => (
        // A card has it where a part is paid: else its total and its state say as much.
        <span
          data-nothing={outstanding_cents === 0 || outstanding_cents === total_cents || undefined}
          className="tabular-nums"
        >
          {money(outstanding_cents, currency)}
        </span>
      ),
    },
    {
      key: 'status',
      title: t('invoices.status'),
      plain: true,
      card: 'first',
      width: '8rem',
      render: ({ status }) => <InvoiceBadge status={status} />,
    },
    {
      key: 'actions',
      title: t('invoice.download'),
      hideTitle: true,
      align: 'end',
      width: '3.5rem',
      render: ({ id, code }) => (
        <PdfLink address={pdfAddress(id)} label={t('invoice.downloadOne', { code })} />
      ),
    },
  ];
}

export function Day({ value, text }: { value: string; text: string }) {
  return (
    <time dateTime={value} className="whitespace-nowrap tabular-nums">
      {text}
    </time>
  );
}

function PdfLink({ address, label }: { address: string; label: string }) {
  return (
    <FileLink
      href={address}
      aria-label={label}
      title={label}
      className={buttonClass({ variant: 'ghost', size: 'sm', iconOnly: true })}
    />
  );
}

/** A text of any length in one line of its column, all of which is its tooltip: it makes no table wider. */
export function CutText({ text }: { text: string }) {
  return (
    <span
      className="block w-32 min-w-full truncate cards:w-auto cards:min-w-0 print:w-auto print:min-w-0"
      title={text}
    >
      {text}
    </span>
  );
}

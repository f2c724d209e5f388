import { Button } from '@atalaya/ui/button';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { InvoiceBadge } from '../billing-badges.tsx';
import { billingTexts } from '../billing.es.ts';
import type { InvoiceDetail } from '../billing.api.ts';
import { type Fact, FactList } from '../fact-list.tsx';
import { InvoiceAmounts } from './invoice-amounts.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import './invoice-print.css';
import { useBillingFormat } from '../use-billing-format.ts';

type InvoiceSheetProps = { invoice: InvoiceDetail; onOpen: (id: string) => void };

/** All of an invoice; it is the only thing on the printed page. */
export function InvoiceSheet({ invoice, onOpen }: InvoiceSheetProps) {
  const t = useTexts(billingTexts);
  return (
    <div className="invoice-sheet grid gap-6">
      <p className="hidden text-xl font-semibold print:block">
        {t(`invoice.${invoice.kind}`, { code: invoice.code })}
      </p>
      <FactList facts={useFacts(invoice, onOpen)} />
      <InvoiceAmounts invoice={invoice} />
      <InvoicePayments invoice={invoice} />
      <p className="text-xs wrap-anywhere text-muted">
        {t('invoice.hash')}: <span className="font-mono">{invoice.hash}</span>
      </p>
    </div>
  );
}

function useFacts(invoice: InvoiceDetail, onOpen: (id: string) => void): Fact[] {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const { day, range } = useBillingFormat();
  const { customer_country, period_start, period_end, reason, rectifies, rectified_by } = invoice;
  const country =
    customer_country && new Intl.DisplayNames(language, { type: 'region' }).of(customer_country);
  const link = ({ id, code }: { id: string; code: string }) => (
    <Button variant="link" size="sm" className="-ml-2.5" onClick={() => onOpen(id)}>
      {code}
    </Button>
  );
  return [
    [t('invoice.issuer'), <Issuer key="issuer" issuer={invoice.issuer} />],
    [t('invoice.customer'), invoice.customer_name],
    [t('invoice.taxId'), invoice.customer_tax_id ?? t('none')],
    [t('invoice.country'), country ?? t('none')],
    [t('invoice.status'), <InvoiceBadge key="status" status={invoice.status} />],
    [t('invoice.issued'), day(invoice.issued_on)],
    [t('invoice.due'), day(invoice.due_on)],
    ...(period_start === null || period_end === null
      ? []
      : [[t('invoice.period'), range(period_start, period_end)] satisfies Fact]),
    ...(rectifies ? [[t('invoice.rectifies'), link(rectifies)] satisfies Fact] : []),
    ...(rectified_by ? [[t('invoice.rectifiedBy'), link(rectified_by)] satisfies Fact] : []),
    ...(reason === null ? [] : [[t('invoice.reason'), reason] satisfies Fact]),
  ];
}

function Issuer({ issuer: { name, tax_id, address } }: Pick<InvoiceDetail, 'issuer'>) {
  const lines = [name, tax_id, address].filter((line) => line !== null);
  return <span className="whitespace-pre-line">{lines.join('\n')}</span>;
}

import { verifactuWordsEs } from '@atalaya/contract/verifactu-words.es';
import { Button } from '@atalaya/ui/button';
import { useId } from 'react';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { InvoiceBadge } from '../billing-badges.tsx';
import { billingTexts } from '../billing.es.ts';
import type { InvoiceDetail } from '../billing.api.ts';
import { type Fact, FactList } from '../../../shared/fact-list.tsx';
import { RecordBadge } from '../verifactu/record-state.tsx';
import { sendingTexts } from '../verifactu/sending.es.ts';
import { InvoiceAmounts } from './invoice-amounts.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { InvoiceReceipts } from './invoice-receipts.tsx';
import './invoice-print.css';
import { useBillingFormat } from '../use-billing-format.ts';

type InvoiceSheetProps = {
  invoice: InvoiceDetail;
  onOpen: (id: string) => void;
  /** Of a payment, by id. */
  onRefund: (payment: string) => void;
};

/** All of an invoice; it is the only thing on the printed page. */
export function InvoiceSheet({ invoice, onOpen, onRefund }: InvoiceSheetProps) {
  const t = useTexts(billingTexts);
  return (
    <div className="invoice-sheet grid gap-6">
      <p className="hidden text-xl font-semibold print:block">
        {t(`invoice.${invoice.kind}`, { code: invoice.code })}
      </p>
      <TaxQr invoice={invoice} />
      <Parties invoice={invoice} />
      <FactList facts={useFacts(invoice, onOpen)} />
      <TaxState invoice={invoice} />
      <InvoiceAmounts invoice={invoice} />
      <InvoicePayments invoice={invoice} onRefund={onRefund} />
      <InvoiceReceipts invoice={invoice} />
      <p className="text-xs wrap-anywhere text-muted">
        {t('invoice.hash')}: <span className="font-mono">{invoice.hash}</span>
      </p>
    </div>
  );
}

/** The QR code of VERI*FACTU, as wide as the law wants it on paper (30 to 40 mm), with white around. */
function TaxQr({ invoice: { verifactu } }: { invoice: InvoiceDetail }) {
  if (verifactu === null) return null;
  const { size, path } = verifactu.qr;
  return (
    <div className="w-fit justify-self-end bg-white p-[2mm] text-center text-base font-semibold text-black">
      <p>{verifactuWordsEs.above}</p>
      <svg
        role="img"
        aria-label={verifactu.url}
        viewBox={`0 0 ${String(size)} ${String(size)}`}
        shapeRendering="crispEdges"
        className="m-[6mm] size-[35mm]"
      >
        <path d={path} />
      </svg>
      <p>{verifactuWordsEs.below}</p>
      {verifactu.environment === 'test' ? <p>{verifactuWordsEs.test}</p> : null}
    </div>
  );
}

/** What became of its record at the tax agency: for who answers for it, and on no paper. */
function TaxState({ invoice: { verifactu } }: { invoice: InvoiceDetail }) {
  const t = useTexts(sendingTexts);
  const { may } = usePermissions();
  if (verifactu === null || !may('verifactu.read')) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted print:hidden">
      {t('onInvoice')} <RecordBadge state={verifactu.state} />
    </p>
  );
}

/** Who issues and who is invoiced, each with their own number and address. */
function Parties({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const { issuer, customer_name, customer_tax_id, customer_country, customer_email } = invoice;
  const country =
    customer_country && new Intl.DisplayNames(language, { type: 'region' }).of(customer_country);
  return (
    <div className="grid gap-4 sm:grid-cols-2 print:grid-cols-2">
      <Party title={t('invoice.issuer')} {...issuer} address={[issuer.address]} />
      <Party
        title={t('invoice.customer')}
        name={customer_name}
        tax_id={customer_tax_id}
        address={[country, customer_email]}
      />
    </div>
  );
}

type PartyProps = {
  title: string;
  name: string;
  tax_id: string | null;
  address: readonly (string | null | undefined)[];
};

function Party({ title, name, tax_id, address }: PartyProps) {
  const t = useTexts(billingTexts);
  const heading = useId();
  const lines = [tax_id && t('invoice.taxId', { id: tax_id }), ...address].filter(Boolean);
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-sm text-muted">
        {title}
      </h3>
      <p className="mt-0.5 font-semibold wrap-anywhere">{name}</p>
      {lines.length > 0 ? <p className="whitespace-pre-line wrap-anywhere">{lines.join('\n')}</p> : null}
    </section>
  );
}

function useFacts(invoice: InvoiceDetail, onOpen: (id: string) => void): Fact[] {
  const t = useTexts(billingTexts);
  const { day, range, exchangeRate } = useBillingFormat();
  const { period_start, period_end, reason, rectifies, rectified_by, annulment_reason, exchange } = invoice;
  const { rectification_code: why, rectification_method: how } = invoice;
  const link = ({ id, code }: { id: string; code: string }) => (
    <Button key={id} variant="link" size="sm" className="-ml-2.5" onClick={() => onOpen(id)}>
      {code}
    </Button>
  );
  return [
    [t('invoice.status'), <Status key="status" invoice={invoice} />],
    [t('invoice.issued'), day(invoice.issued_on)],
    [t('invoice.due'), day(invoice.due_on)],
    ...(invoice.collect_on === null ? [] : [[t('collecting'), day(invoice.collect_on)] satisfies Fact]),
    ...(period_start === null || period_end === null
      ? []
      : [[t('invoice.period'), range(period_start, period_end)] satisfies Fact]),
    ...(rectifies ? [[t('invoice.rectifies'), link(rectifies)] satisfies Fact] : []),
    ...(why && how
      ? [
          [
            t('invoice.rectification'),
            t(`invoice.${how}`, { code: why, why: t(`rectifying.codes.${why}`) }),
          ] satisfies Fact,
        ]
      : []),
    ...(rectified_by.length > 0 ? [[t('invoice.rectifiedBy'), rectified_by.map(link)] satisfies Fact] : []),
    ...(reason === null ? [] : [[t('invoice.reason'), reason] satisfies Fact]),
    ...(exchange === null
      ? []
      : [
          [
            t('invoice.exchange'),
            t('invoice.exchangeRate', {
              rate: exchangeRate(exchange.rate_micros),
              currency: invoice.currency,
              source: exchange.source,
              day: day(exchange.rated_on),
            }),
          ] satisfies Fact,
        ]),
    ...(annulment_reason === null ? [] : [[t('invoice.annulled'), annulment_reason] satisfies Fact]),
  ];
}

/** An overdue invoice too says how much of it is paid. */
function Status({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts(billingTexts);
  const { money } = useBillingFormat();
  const { status, paid_cents, total_cents, currency } = invoice;
  const isPartlyPaid = status === 'partial' || (status === 'overdue' && paid_cents > 0);
  return (
    <>
      <InvoiceBadge status={status} />
      {isPartlyPaid ? (
        <span className="block text-sm text-muted">
          {t('invoice.paidOf', { paid: money(paid_cents, currency), total: money(total_cents, currency) })}
        </span>
      ) : null}
    </>
  );
}

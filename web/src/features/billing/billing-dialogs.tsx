import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { LoadedDialog } from '../../shared/loading-dialog.tsx';
import type { ChangeState } from '../../shared/url-state.ts';
import { billingTexts } from './billing.es.ts';
import { InvoiceDialog } from './invoices/invoice-dialog.tsx';
import { invoiceQuery, subscriptionQuery } from './billing.api.ts';
import { type BillingAddress, NO_FILTERS } from './use-billing-address.ts';

/** Each is opened rarely. */
const IssueDialog = lazyPart(() => import('./invoices/issue-dialog.tsx'), 'IssueDialog');
const PaymentDialog = lazyPart(() => import('./invoices/payment-dialog.tsx'), 'PaymentDialog');
const RefundDialog = lazyPart(() => import('./invoices/refund-dialog.tsx'), 'RefundDialog');
const RectifyDialog = lazyPart(() => import('./invoices/rectify-dialog.tsx'), 'RectifyDialog');
const AnnulDialog = lazyPart(() => import('./invoices/annul-dialog.tsx'), 'AnnulDialog');
const ReceiptDialog = lazyPart(() => import('./invoices/receipt-dialog.tsx'), 'ReceiptDialog');
/** A subscription is changed more rarely than it is looked at. */
const SubscriptionDialogs = lazyPart(
  () => import('./subscriptions/subscription-dialogs.tsx'),
  'SubscriptionDialogs',
);

type BillingDialogsProps = {
  state: BillingAddress;
  /** The id of the one chosen, or ''. */
  organization: string;
  onChange: ChangeState<BillingAddress>;
};

/** What the address says is open: one at a time. */
export function BillingDialogs({ state, organization, onChange }: BillingDialogsProps) {
  const t = useTexts(billingTexts);
  const waiting = useWaitingTexts();
  const close = () => onChange({ dialog: null });
  const gone = {
    title: t('companyGoneTitle'),
    text: t('companyGone'),
    all: t('invoice.all'),
    onAll: () => onChange({ ...NO_FILTERS, tab: 'invoices', organization: '', dialog: null }),
  };
  if (state.invoice !== '') return <InvoiceDialogs key={state.invoice} state={state} onChange={onChange} />;
  const onIssued = (invoice: string) => onChange({ dialog: null, invoice });
  if (organization === '')
    return state.dialog === 'issue' ? (
      <IssueDialog organization={null} onIssued={onIssued} onClose={close} />
    ) : null;
  return (
    <LoadedDialog {...waiting} query={subscriptionQuery(organization)} gone={gone} onClose={close}>
      {(subscription) =>
        state.dialog === 'issue' ? (
          <IssueDialog organization={subscription.organization} onIssued={onIssued} onClose={close} />
        ) : (
          <SubscriptionDialogs open={state.dialog} subscription={subscription} onClose={close} />
        )
      }
    </LoadedDialog>
  );
}

/** An invoice, and what is done to it: afterwards it is shown again. */
function InvoiceDialogs({ state, onChange }: Omit<BillingDialogsProps, 'organization'>) {
  const t = useTexts(billingTexts);
  const waiting = useWaitingTexts();
  const back = () => onChange({ dialog: null, payment: '' });
  return (
    <LoadedDialog
      {...waiting}
      query={invoiceQuery(state.invoice)}
      gone={{ title: t('invoice.goneTitle'), text: t('invoice.gone'), all: t('invoice.all') }}
      onClose={() => onChange({ invoice: '', dialog: null })}
    >
      {(invoice) => {
        if (state.dialog === 'pay') return <PaymentDialog invoice={invoice} onClose={back} />;
        const payment = invoice.payments.find(({ id }) => id === state.payment);
        if (state.dialog === 'refund' && payment && payment.refundable_cents > 0)
          return <RefundDialog invoice={invoice} payment={payment} onClose={back} />;
        if (state.dialog === 'annul') return <AnnulDialog invoice={invoice} onClose={back} />;
        if (state.dialog === 'receive') return <ReceiptDialog invoice={invoice} onClose={back} />;
        if (state.dialog === 'rectify')
          return (
            <RectifyDialog
              invoice={invoice}
              onRectified={(id) => onChange({ invoice: id, dialog: null })}
              onClose={back}
            />
          );
        return (
          <InvoiceDialog
            invoice={invoice}
            onOpen={(id) => onChange({ invoice: id })}
            onDialog={(dialog) => onChange({ dialog })}
            onRefund={(payment) => onChange({ dialog: 'refund', payment })}
            onClose={() => onChange({ invoice: '' })}
          />
        );
      }}
    </LoadedDialog>
  );
}

/** What a dialog of billing says until what it is about has been read. */
function useWaitingTexts() {
  const t = useTexts(billingTexts);
  return { title: t('title'), closeLabel: t('close'), loading: t('loading'), failed: t('loadFailed') };
}

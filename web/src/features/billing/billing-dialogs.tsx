import { lazy, Suspense } from 'react';
import { loadPart } from '../../platform/load-part.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { billingTexts } from './billing.es.ts';
import { InvoiceDialog } from './invoices/invoice-dialog.tsx';
import { Loaded } from './loaded.tsx';
import { PaymentDialog } from './invoices/payment-dialog.tsx';
import { PlanDialog } from './subscriptions/plan-dialog.tsx';
import { StatusDialog } from './subscriptions/status-dialog.tsx';
import { TaxDialog } from './subscriptions/tax-dialog.tsx';
import { invoiceQuery, organizationQuery, subscriptionQuery } from './billing.api.ts';
import type { BillingAddress, ChangeBillingAddress } from './use-billing-address.ts';
import { VoidDialog } from './invoices/void-dialog.tsx';

/** Rarely opened, with a form of many lines. */
const IssueDialog = lazy(async () => ({
  default: (await loadPart(() => import('./invoices/issue-dialog.tsx'))).IssueDialog,
}));

type BillingDialogsProps = {
  state: BillingAddress;
  /** The id of the one chosen, or ''. */
  organization: string;
  onChange: ChangeBillingAddress;
};

/** What the address says is open: one at a time. */
export function BillingDialogs({ state, organization, onChange }: BillingDialogsProps) {
  const t = useTexts(billingTexts);
  const close = () => onChange({ dialog: null });
  if (state.invoice !== '') return <InvoiceDialogs key={state.invoice} state={state} onChange={onChange} />;
  if (state.dialog === 'issue') {
    const onIssued = (invoice: string) => onChange({ dialog: null, invoice });
    return (
      <Suspense>
        {organization === '' ? (
          <IssueDialog organization={null} onIssued={onIssued} onClose={close} />
        ) : (
          <Loaded query={organizationQuery(organization)} gone={t('companyGone')} onClose={close}>
            {({ id, name }) => (
              <IssueDialog organization={{ id, name }} onIssued={onIssued} onClose={close} />
            )}
          </Loaded>
        )}
      </Suspense>
    );
  }
  if (organization === '') return null;
  return (
    <Loaded query={subscriptionQuery(organization)} gone={t('companyGone')} onClose={close}>
      {(subscription) => {
        if (state.dialog === 'plan') return <PlanDialog subscription={subscription} onClose={close} />;
        if (state.dialog === 'status') return <StatusDialog subscription={subscription} onClose={close} />;
        return state.dialog === 'tax' ? <TaxDialog subscription={subscription} onClose={close} /> : null;
      }}
    </Loaded>
  );
}

/** An invoice, and what is done to it: afterwards it is shown again. */
function InvoiceDialogs({ state, onChange }: Omit<BillingDialogsProps, 'organization'>) {
  const t = useTexts(billingTexts);
  const back = () => onChange({ dialog: null });
  return (
    <Loaded
      query={invoiceQuery(state.invoice)}
      gone={t('invoice.gone')}
      onClose={() => onChange({ invoice: '', dialog: null })}
    >
      {(invoice) => {
        if (state.dialog === 'pay') return <PaymentDialog invoice={invoice} onClose={back} />;
        if (state.dialog === 'void')
          return (
            <VoidDialog
              invoice={invoice}
              onVoided={(id) => onChange({ invoice: id, dialog: null })}
              onClose={back}
            />
          );
        return (
          <InvoiceDialog
            invoice={invoice}
            onOpen={(id) => onChange({ invoice: id })}
            onDialog={(dialog) => onChange({ dialog })}
            onClose={() => onChange({ invoice: '' })}
          />
        );
      }}
    </Loaded>
  );
}

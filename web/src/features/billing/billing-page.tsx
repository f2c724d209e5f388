import { buttonClass } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { Link } from '@tanstack/react-router';
import { Building2, Landmark, Receipt } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { OrganizationFilter } from '../organizations/organizations.face.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { billingTexts } from './billing.es.ts';
import { InvoiceList } from './invoices/invoice-list.tsx';
import { PaymentList } from './invoices/payment-list.tsx';
import { SubscriptionPanel } from './subscriptions/subscription-panel.tsx';
import { invoicesQuery, paymentsQuery, subscriptionQuery } from './billing.api.ts';
import {
  type BillingAddress,
  NO_FILTERS,
  readBillingAddress,
  useBillingAddress,
} from './use-billing-address.ts';
import { BillingDialogs } from './billing-dialogs.tsx';

export const readAhead: ReadAhead = ({ client, search, session }) => {
  const state = readBillingAddress(search);
  const organization = session.organization?.id ?? state.organization;
  const tab = tabOf(state, organization);
  if (tab === 'invoices') return client.query(invoicesQuery(state, state.organization));
  if (tab === 'payments') return client.query(paymentsQuery(state, state.organization));
  return organization === '' ? undefined : client.query(subscriptionQuery(organization));
};

const tabOf = ({ tab }: Pick<BillingAddress, 'tab'>, organization: string) =>
  tab ?? (organization === '' ? 'invoices' : 'subscription');

/** 'Facturación': of the own organization, or of the one that a super_admin chooses; their invoices are of all. */
export function BillingPage() {
  const t = useTexts(billingTexts);
  const { organization: own } = useSession();
  const { may } = usePermissions();
  const [state, setState] = useBillingAddress();
  const organization = own?.id ?? state.organization;
  const tab = tabOf(state, organization);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t(own ? 'subtitle' : 'subtitleAll')}
        actions={
          <>
            {may('verifactu.read') ? (
              <Link
                to="/admin/verifactu"
                title={t('records')}
                className={buttonClass({ variant: 'outline', className: 'max-sm:px-2.5' })}
              >
                <Receipt size={16} aria-hidden />
                <span className="max-sm:sr-only">{t('records')}</span>
              </Link>
            ) : null}
            {may('mandates.list') ? (
              <Link
                to="/admin/mandates"
                title={t('mandates')}
                className={buttonClass({ variant: 'outline', className: 'max-sm:px-2.5' })}
              >
                <Landmark size={16} aria-hidden />
                <span className="max-sm:sr-only">{t('mandates')}</span>
              </Link>
            ) : null}
            {own ? null : (
              <OrganizationFilter
                // Beside the title, on phones too.
                className="w-28 sm:w-52"
                id={state.organization}
                onChange={(id) => setState({ organization: id, tab, page: 1, events: 1 })}
              />
            )}
          </>
        }
      />
      <Tabs
        label={t('views')}
        value={tab}
        onValueChange={(next) => setState({ ...NO_FILTERS, order: 'desc', tab: next })}
        items={[
          { value: 'subscription', label: t('tabs.subscription') },
          { value: 'invoices', label: t('tabs.invoices') },
          { value: 'payments', label: t('tabs.payments') },
        ]}
      >
        <TabPanel value="subscription">
          {organization === '' ? (
            <EmptyState
              icon={<Building2 size={20} />}
              title={t('chooseCompany')}
              description={t('chooseCompanyHint')}
            />
          ) : (
            <SubscriptionPanel
              id={organization}
              eventsPage={state.events}
              onEventsPage={(events) => setState({ events })}
              onDialog={(dialog) => setState({ dialog })}
              onOverdue={() => setState({ ...NO_FILTERS, tab: 'invoices', status: 'overdue' })}
            />
          )}
        </TabPanel>
        <TabPanel value="invoices">
          <InvoiceList state={state} organization={state.organization} onChange={setState} />
        </TabPanel>
        <TabPanel value="payments">
          <PaymentList state={state} organization={state.organization} onChange={setState} />
        </TabPanel>
      </Tabs>
      {state.invoice !== '' || state.dialog !== null ? (
        <BillingDialogs state={state} organization={organization} onChange={setState} />
      ) : null}
    </>
  );
}

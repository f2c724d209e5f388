import { Button, buttonClass } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { PartFailed } from '../../../shared/read-failed.tsx';
import { billingTexts } from '../billing.es.ts';
import type { Subscription } from '../billing.api.ts';
import { type Fact, FactList } from '../../../shared/fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';

type Organization = Answer<'readOrganization'>;
type TaxCardProps = {
  subscription: Subscription;
  /** Whose tax data they are. */
  customer: UseQueryResult<Organization>;
  onChange: () => void;
};

/** Who is invoiced, and with which tax. */
export function TaxCard({ subscription, customer, onChange }: TaxCardProps) {
  const t = useTexts(billingTexts);
  const customerFacts = useCustomerFacts();
  const { rate } = useBillingFormat();
  const { may } = usePermissions();
  const { tax_treatment, tax_rate } = subscription;
  return (
    <Card
      title={t('tax.title')}
      footer={
        <div className="flex flex-wrap gap-2">
          {may('subscription.change') ? (
            <Button variant="outline" onClick={onChange}>
              {t('tax.change')}
            </Button>
          ) : null}
          <EditLink id={subscription.organization.id} />
        </div>
      }
    >
      <FactList
        facts={[
          [t('tax.treatment'), t(`tax.${tax_treatment}`)],
          [t('tax.rate'), tax_treatment === 'standard' ? rate(tax_rate) : t('none')],
          ...(customer.data ? customerFacts(customer.data) : []),
        ]}
      />
      {customer.isError && !customer.data ? (
        <div className="mt-3">
          <PartFailed text={t('tax.failed')} error={customer.error} onRetry={customer.refetch} />
        </div>
      ) : null}
      {customer.isPending ? <Skeleton className="mt-3 h-20" /> : null}
    </Card>
  );
}

function useCustomerFacts() {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  return ({ tax_id, country, billing_email }: Organization): Fact[] => [
    [t('tax.taxId'), tax_id ?? t('none')],
    [
      t('tax.country'),
      (country ? new Intl.DisplayNames(language, { type: 'region' }).of(country) : undefined) ?? t('none'),
    ],
    [t('tax.email'), billing_email ?? t('none')],
  ];
}

/** Where the tax data are edited: the own company's, or a company's among all. */
function EditLink({ id }: { id: string }) {
  const t = useTexts(billingTexts);
  const { may } = usePermissions();
  const look = buttonClass({ variant: 'outline' });
  return may('organizations.list') ? (
    <Link to="/admin/companies" search={{ edit: id }} className={look}>
      {t('tax.edit')}
    </Link>
  ) : (
    <Link to="/admin/my-companies" search={{ edit: 'billing' }} className={look}>
      {t('tax.edit')}
    </Link>
  );
}

import { Button, buttonClass } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { billingTexts } from './billing-texts.ts';
import { type Subscription, organizationQuery } from './billing.api.ts';
import { FactList } from './fact-list.tsx';
import { useBillingFormat } from './use-billing-format.ts';

type TaxCardProps = { subscription: Subscription; onChange: () => void };

/** Who is invoiced, and with which tax. */
export function TaxCard({ subscription, onChange }: TaxCardProps) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const { rate } = useBillingFormat();
  const { may } = usePermissions();
  const { data } = useQuery(organizationQuery(subscription.organization.id));
  const { tax_treatment, tax_rate } = subscription;
  const country = data?.country
    ? new Intl.DisplayNames(language, { type: 'region' }).of(data.country)
    : undefined;
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
          [t('tax.taxId'), data?.tax_id ?? t('none')],
          [t('tax.country'), country ?? t('none')],
          [t('tax.email'), data?.billing_email ?? t('none')],
        ]}
      />
    </Card>
  );
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

import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { CompanyValues, FormFields } from './company-values.ts';
import { companiesTexts } from './companies-texts.ts';
import { overviewQuery } from './companies.api.ts';

type StaleCompanyProps = {
  fields: FormFields;
  stored: CompanyValues;
  mine: CompanyValues;
  onKeepMine: () => void;
  onTakeStored: () => void;
};

/** What somebody else has saved meanwhile beside what was typed: which of the two shall stand? */
export function StaleCompany({ fields, stored, mine, onKeepMine, onTakeStored }: StaleCompanyProps) {
  const t = useTexts(companiesTexts);
  const theirs = useLines(stored, fields);
  const ours = useLines(mine, fields);
  const differing = ours.flatMap(([field, value], at) =>
    value === theirs[at]?.[1] ? [] : [{ field, mine: value, stored: theirs[at]?.[1] ?? '' }],
  );
  return (
    <Banner tone="warning" title={t('stale.title')} className="mb-4">
      <table className="my-2 w-full text-left text-sm">
        <thead>
          <tr>
            <th className="pr-3 font-medium">{t('stale.field')}</th>
            <th className="pr-3 font-medium">{t('stale.mine')}</th>
            <th className="font-medium">{t('stale.stored')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((line) => (
            <tr key={line.field}>
              <th className="pr-3 font-normal">{line.field}</th>
              <td className="pr-3">{line.mine || t('facts.none')}</td>
              <td>{line.stored || t('facts.none')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <span className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onKeepMine}>
          {t('stale.keepMine')}
        </Button>
        <Button variant="outline" size="sm" onClick={onTakeStored}>
          {t('stale.takeStored')}
        </Button>
      </span>
    </Banner>
  );
}

/** The values that these fields may change, by their names, as a person reads them. */
function useLines(values: CompanyValues, fields: FormFields): [field: string, value: string][] {
  const t = useTexts(companiesTexts);
  const overview = useQuery({ ...overviewQuery, enabled: fields === 'all' });
  const plan = overview.data?.plans.find(({ key }) => key === values.plan_type);
  const own: [string, string][] = [
    [t('form.name'), values.name],
    [t('form.domain'), values.domain],
  ];
  const subscription: [string, string][] = [
    [t('form.slug'), values.slug],
    [t('form.plan'), plan?.name ?? values.plan_type],
    [t('form.status'), t(`status.${values.subscription_status}`)],
    [t('form.maxUsers'), values.max_users],
  ];
  return [
    ...(fields === 'billing' ? [] : own),
    ...(fields === 'all' ? subscription : []),
    [t('form.country'), values.country?.label ?? ''],
    [t('form.taxId'), values.tax_id],
    [t('form.billingEmail'), values.billing_email],
  ];
}

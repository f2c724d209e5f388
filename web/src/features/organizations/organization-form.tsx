import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { BillingFields } from './billing-fields.tsx';
import { CompanyFields } from './organization-fields.tsx';
import { type CompanyValues, type FormFields, sentValues, valuesOf } from './organization-values.ts';
import { companiesTexts } from './organizations.es.ts';
import {
  type Company,
  createCompany,
  updateBillingData,
  updateCompany,
  useCompaniesChanged,
} from './organizations.api.ts';
import { StaleCompany } from './stale-organization.tsx';

type CompanyFormProps = { company: Company | null; fields: FormFields; onClose: () => void };

/** The form of a company. If somebody else saved it while it was open, both versions are shown side by side. */
export function CompanyForm({ company, fields, onClose }: CompanyFormProps) {
  const t = useTexts(companiesTexts);
  const { language } = useLanguage();
  const changed = useCompaniesChanged();
  const [stored, setStored] = useState(company);
  const [isStale, setStale] = useState(false);
  const form = useForm<CompanyValues>({ mode: 'onTouched', defaultValues: valuesOf(company, language) });
  return (
    <FormDialog
      form={form}
      title={company ? t('form.editTitle') : t('form.createTitle')}
      submitLabel={company ? t('form.save') : t('form.create')}
      size="lg"
      canSubmit={!isStale}
      send={(values) => save(stored, fields, values)}
      failedText={company ? t('form.updateFailed') : t('form.createFailed')}
      codeFields={{
        'organization.slug_taken': 'slug',
        'organization.seats_below_use': 'max_users',
      }}
      onError={(error) => {
        if (!isApiError(error, 'object.stale')) return false;
        setStored(error.current as Company);
        setStale(true);
        return true;
      }}
      onSent={() => {
        changed();
        notify.success(company ? t('form.updated') : t('form.created'));
        onClose();
      }}
      onClose={onClose}
    >
      {isStale && stored ? (
        <StaleCompany
          fields={fields}
          stored={valuesOf(stored, language)}
          mine={form.getValues()}
          onKeepMine={() => setStale(false)}
          onTakeStored={() => {
            form.reset(valuesOf(stored, language));
            setStale(false);
          }}
        />
      ) : null}
      {fields === 'billing' ? null : <CompanyFields form={form} company={stored} all={fields === 'all'} />}
      <BillingFields form={form} titled={fields !== 'billing'} />
    </FormDialog>
  );
}

/** Sends what these fields may change, with the version that the person has seen. */
function save(stored: Company | null, fields: FormFields, values: CompanyValues): Promise<Company> {
  const { slug, subscription_status, reason, plan_type, max_users, ...own } = sentValues(values);
  if (!stored) return createCompany({ ...own, plan_type, max_users });
  const { name, domain, ...billing } = own;
  const { id, version } = stored;
  if (fields === 'billing') return updateBillingData(id, { version, ...billing });
  if (fields === 'own') return updateCompany(id, { version, name, domain, ...billing });
  const why = subscription_status === stored.subscription_status ? {} : { reason };
  return updateCompany(id, { version, ...own, slug, subscription_status, ...why, plan_type, max_users });
}

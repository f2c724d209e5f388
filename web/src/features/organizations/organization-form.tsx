import { useForm } from 'react-hook-form';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { useStaleForm } from '../../shared/use-stale-form.ts';
import { BillingFields } from './billing-fields.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { OrganizationFields } from './organization-fields.tsx';
import { type OrganizationValues, type FormFields, sentValues, valuesOf } from './organization-values.ts';
import { organizationsTexts } from './organizations.es.ts';
import {
  type Organization,
  createOrganization,
  updateBillingData,
  updateOrganization,
  useOrganizationsChanged,
} from './organizations.api.ts';
import { StaleOrganization } from './stale-organization.tsx';

type OrganizationFormProps = { organization: Organization | null; fields: FormFields; onClose: () => void };

/** The form of an organization. If another person saved it while it was open, both versions are shown side by side. */
export function OrganizationForm({ organization, fields, onClose }: OrganizationFormProps) {
  const t = useTexts(organizationsTexts);
  const { language } = useLanguage();
  const changed = useOrganizationsChanged();
  const form = useForm<OrganizationValues>({
    mode: 'onTouched',
    defaultValues: valuesOf(organization, language),
  });
  const { stored, stale, onError } = useStaleForm(form, organization, (now) => valuesOf(now, language));
  return (
    <FormDialog
      form={form}
      title={organization ? t('form.editTitle') : t('form.createTitle')}
      submitLabel={organization ? t('form.save') : t('form.create')}
      size="lg"
      canSubmit={!stale}
      send={(values) => save(stored, fields, values)}
      failedText={organization ? t('form.updateFailed') : t('form.createFailed')}
      codeFields={{
        'organization.slug_taken': 'slug',
        'organization.seats_below_use': 'max_users',
      }}
      onError={onError}
      onSent={() => {
        changed();
        notify.success(organization ? t('form.updated') : t('form.created'));
        onClose();
      }}
      onClose={onClose}
    >
      {stale ? <StaleOrganization fields={fields} {...stale} /> : null}
      {fields === 'billing' ? null : (
        <OrganizationFields form={form} organization={stored} all={fields === 'all'} />
      )}
      <BillingFields form={form} titled={fields !== 'billing'} />
      <DeliveryFields form={form} />
    </FormDialog>
  );
}

/** Sends what these fields may change, with the version that the person has seen. */
function save(
  stored: Organization | null,
  fields: FormFields,
  values: OrganizationValues,
): Promise<Organization> {
  const { slug, subscription_status, reason, plan_type, max_users, ...own } = sentValues(values);
  if (!stored) return createOrganization({ ...own, plan_type, max_users });
  const { name, domain, ...billing } = own;
  const { id, version } = stored;
  if (fields === 'billing') return updateBillingData(id, { version, ...billing });
  if (fields === 'own') return updateOrganization(id, { version, name, domain, ...billing });
  const why = subscription_status === stored.subscription_status ? {} : { reason };
  return updateOrganization(id, { version, ...own, slug, subscription_status, ...why, plan_type, max_users });
}

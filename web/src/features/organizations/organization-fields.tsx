import { REASON_MAX } from '@atalaya/contract/billing-limits';
import { DOMAIN_MAX, ORGANIZATION_NAME_MAX, SLUG_MAX } from '@atalaya/contract/limits';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '@atalaya/contract/subscription-states';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Textarea } from '@atalaya/ui/textarea';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { SeatsField } from '../plans/plans.face.ts';
import { filledField } from '../../shared/filled-field.ts';
import { StatusConsequence } from '../../shared/status-consequence.tsx';
import { RemoteSelect } from '../../shared/remote-select.tsx';
import type { OrganizationValues } from './organization-values.ts';
import { organizationsTexts } from './organizations.es.ts';
import { type Organization, overviewQuery } from './organizations.api.ts';

type FieldsProps = { form: UseFormReturn<OrganizationValues> };

/** Name and domain; with `all` also what only a super_admin changes. A new organization has no status to choose yet. */
export function OrganizationFields({
  form,
  organization,
  all,
}: FieldsProps & { organization: Organization | null; all: boolean }) {
  const t = useTexts(organizationsTexts);
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextInput
        label={t('form.name')}
        required
        {...filledField(form, 'name', { max: ORGANIZATION_NAME_MAX, missing: t('form.nameMissing') })}
      />
      <TextInput
        label={t('form.domain')}
        hint={t('form.domainHint')}
        maxLength={DOMAIN_MAX}
        error={errors.domain?.message}
        {...form.register('domain')}
      />
      {all ? <SubscriptionFields form={form} organization={organization} /> : null}
    </div>
  );
}

function SubscriptionFields({ form, organization }: FieldsProps & { organization: Organization | null }) {
  const t = useTexts(organizationsTexts);
  const { errors } = form.formState;
  return (
    <>
      <PlanField form={form} organization={organization} />
      <SeatsField
        label={t('form.maxUsers')}
        unlimitedLabel={t('unlimited')}
        hint={t('form.maxUsersHint')}
        error={errors.max_users?.message}
        isUnlimited={form.watch('is_unlimited')}
        number={form.register('max_users')}
        unlimited={form.register('is_unlimited')}
      />
      {organization === null ? null : (
        <>
          <StatusField form={form} />
          <TextInput
            label={t('form.slug')}
            hint={t('form.slugHint')}
            maxLength={SLUG_MAX}
            error={errors.slug?.message}
            {...form.register('slug')}
          />
          <ReasonField form={form} before={organization.subscription_status} />
        </>
      )}
    </>
  );
}

/** The plans on offer, and the one that the organization is on, which may no longer be. */
function PlanField({ form, organization }: FieldsProps & { organization: Organization | null }) {
  const t = useTexts(organizationsTexts);
  const overview = useQuery(overviewQuery);
  const offered = overview.data?.plans ?? [];
  const isGone = organization !== null && offered.every(({ key }) => key !== organization.plan_type);
  const plans = isGone
    ? [{ key: organization.plan_type, name: organization.plan_name }, ...offered]
    : offered;
  return (
    <Controller
      control={form.control}
      name="plan_type"
      render={({ field, fieldState }) => (
        <RemoteSelect
          query={overview}
          label={t('form.plan')}
          value={field.value}
          onValueChange={field.onChange}
          error={fieldState.error?.message}
          options={plans.map(({ key, name }) => ({ value: key, label: name }))}
        />
      )}
    />
  );
}

type StatusProps = FieldsProps & { before: SubscriptionStatus };

/** Offers all five statuses, regardless of the current one. */
function StatusField({ form }: FieldsProps) {
  const t = useTexts(organizationsTexts);
  return (
    <Controller
      control={form.control}
      name="subscription_status"
      render={({ field, fieldState }) => (
        <Select
          label={t('form.status')}
          value={field.value}
          onValueChange={field.onChange}
          error={fieldState.error?.message}
          options={SUBSCRIPTION_STATUSES.map((status) => ({
            value: status,
            label: t(`status.${status}`),
          }))}
        />
      )}
    />
  );
}

/** What follows from another status, and the reason for it, which the history of the subscription keeps. */
function ReasonField({ form, before }: StatusProps) {
  const t = useTexts(organizationsTexts);
  const after = form.watch('subscription_status');
  if (after === before) return null;
  return (
    <div className="grid gap-2 sm:col-span-2">
      <StatusConsequence before={before} after={after} />
      <Textarea
        label={t('form.reason')}
        required
        {...filledField(form, 'reason', { max: REASON_MAX, missing: t('form.reasonMissing') })}
      />
    </div>
  );
}

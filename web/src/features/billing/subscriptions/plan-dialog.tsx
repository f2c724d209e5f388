import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { plansOnOfferQuery } from '../../plans/plans.face.ts';
import { RemoteSelect } from '../../../shared/remote-select.tsx';
import { billingTexts } from '../billing.es.ts';
import { type Subscription, changePlan, previewQuery, useBillingChanged } from '../billing.api.ts';
import { PlanPreview } from './plan-preview.tsx';
import { useBillingFormat } from '../use-billing-format.ts';

type PlanValues = { plan_id: string | null };
type PlanDialogProps = { subscription: Subscription; onClose: () => void };

/** Another plan, with what that costs now or when it takes effect shown before it is confirmed. */
export function PlanDialog({ subscription, onClose }: PlanDialogProps) {
  const t = useTexts(billingTexts);
  const { price } = useBillingFormat();
  const changed = useBillingChanged();
  const { id } = subscription.organization;
  const form = useForm<PlanValues>({ defaultValues: { plan_id: null } });
  const plan_id = form.watch('plan_id');
  const offer = useQuery(plansOnOfferQuery);
  const plans = offer.data ?? [];
  const preview = useQuery({ ...previewQuery(id, plan_id ?? ''), enabled: plan_id !== null });
  return (
    <FormDialog
      form={form}
      title={t('changePlan.title')}
      description={subscription.organization.name}
      submitLabel={t('changePlan.confirm')}
      canSubmit={preview.isSuccess && !preview.isFetching}
      send={(values) => changePlan(id, values.plan_id ?? '')}
      codeFields={{
        'subscription.same_plan': 'plan_id',
        'subscription.other_currency': 'plan_id',
        'organization.seats_below_use': 'plan_id',
      }}
      onSent={({ scheduled }) => {
        changed();
        notify.success(t(scheduled ? 'changePlan.scheduled' : 'changePlan.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="plan_id"
        render={({ field, fieldState }) => (
          <RemoteSelect
            query={offer}
            label={t('changePlan.plan')}
            placeholder={t('changePlan.placeholder')}
            required
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={plans
              .filter((plan) => plan.id !== subscription.plan.id)
              .map((plan) => ({
                value: plan.id,
                label: plan.name,
                description: price(plan.price_cents, plan.currency),
              }))}
          />
        )}
      />
      {plan_id === null ? null : <PlanPreview preview={preview} before={subscription.max_users} />}
    </FormDialog>
  );
}

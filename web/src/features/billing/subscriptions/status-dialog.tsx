import { REASON_MAX } from '@atalaya/contract/billing-limits';
import { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import { Select } from '@atalaya/ui/select';
import { Textarea } from '@atalaya/ui/textarea';
import { Controller, useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { StatusConsequence } from '../../../shared/status-consequence.tsx';
import { billingTexts } from '../billing.es.ts';
import {
  type Subscription,
  type SubscriptionStatus,
  changeStatus,
  useBillingChanged,
} from '../billing.api.ts';

type StatusValues = { status: SubscriptionStatus | null; reason: string };
type StatusDialogProps = { subscription: Subscription; onClose: () => void };

/** Another status by hand, which needs a reason. */
export function StatusDialog({ subscription, onClose }: StatusDialogProps) {
  const t = useTexts(billingTexts);
  const changed = useBillingChanged();
  const form = useForm<StatusValues>({ mode: 'onTouched', defaultValues: { status: null, reason: '' } });
  const status = form.watch('status');
  return (
    <FormDialog
      form={form}
      title={t('changeStatus.title')}
      description={subscription.organization.name}
      submitLabel={t('changeStatus.confirm')}
      send={({ reason }) =>
        changeStatus(subscription.organization.id, { status: status ?? subscription.status, reason })
      }
      codeFields={{ 'subscription.wrong_status': 'status' }}
      onSent={() => {
        changed();
        notify.success(t('changeStatus.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="status"
        rules={{ required: t('missing') }}
        render={({ field, fieldState }) => (
          <Select
            label={t('changeStatus.status')}
            placeholder={t('changeStatus.placeholder')}
            required
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={SUBSCRIPTION_STATUSES.filter((each) => each !== subscription.status).map((each) => ({
              value: each,
              label: t(`status.${each}`),
            }))}
          />
        )}
      />
      {status === null ? null : <StatusConsequence before={subscription.status} after={status} />}
      <Textarea
        label={t('changeStatus.reason')}
        required
        {...filledField(form, 'reason', { max: REASON_MAX, missing: t('missing') })}
      />
    </FormDialog>
  );
}

import { WEBHOOK_LOG_DAYS } from '@atalaya/contract/limits';
import { Select } from '@atalaya/ui/select';
import { Controller, useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { FormDayField } from '../../shared/form-day-field.tsx';
import { localDay } from '../../shared/local-day.ts';
import { resend, useDeliveriesChanged } from './webhooks.api.ts';
import { webhooksTexts } from './webhooks.es.ts';

type Values = { what: 'failed' | 'all'; since: string };

/** Sends an endpoint, by its id, again what failed or everything since a day. */
export function ResendDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(webhooksTexts);
  const changed = useDeliveriesChanged(id);
  const [first, last] = [localDay(-WEBHOOK_LOG_DAYS), localDay()];
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: { what: 'failed', since: last } });
  const days = { days: String(WEBHOOK_LOG_DAYS) };
  const missing = t('resend.sinceMissing', days);
  return (
    <FormDialog
      form={form}
      title={t('resend.title')}
      description={t('resend.note')}
      submitLabel={t('resend.submit')}
      send={({ what, since }) => resend(id, { what, since: new Date(`${since}T00:00:00`).toISOString() })}
      onSent={({ queued }) => {
        void changed();
        notify.success(
          queued === null ? t('deliveries.replaying') : t('deliveries.queued', { count: queued }),
        );
        onClose();
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="what"
        render={({ field }) => (
          <Select
            label={t('resend.what')}
            value={field.value}
            onValueChange={field.onChange}
            options={(['failed', 'all'] as const).map((value) => ({ value, label: t(`resend.${value}`) }))}
          />
        )}
      />
      <FormDayField
        control={form.control}
        name="since"
        rules={{ validate: (value) => (value >= first && value <= last) || missing }}
        label={t('resend.since')}
        hint={t('resend.sinceHint', days)}
        min={first}
        max={last}
        pickLabel={t('resend.pick')}
      />
    </FormDialog>
  );
}

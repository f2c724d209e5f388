import { WEBHOOK_LOG_DAYS } from '@atalaya/contract/limits';
import { DayField } from '@atalaya/ui/day-field';
import { Select } from '@atalaya/ui/select';
import { Controller, useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { resend, useDeliveriesChanged } from './webhooks.api.ts';
import { webhooksTexts } from './webhooks.es.ts';

type Values = { what: 'failed' | 'all'; since: string };

/** The day so many days ago by this browser's calendar, 'YYYY-MM-DD'. */
function daysAgo(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() - days);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Sends an endpoint, by its id, again what failed or everything since a day. */
export function ResendDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(webhooksTexts);
  const { language } = useLanguage();
  const changed = useDeliveriesChanged(id);
  const [first, last] = [daysAgo(WEBHOOK_LOG_DAYS), daysAgo(0)];
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
      <Controller
        control={form.control}
        name="since"
        rules={{ validate: (value) => (value >= first && value <= last) || missing }}
        render={({ field, fieldState }) => (
          <DayField
            ref={field.ref}
            label={t('resend.since')}
            hint={t('resend.sinceHint', days)}
            required
            locale={language}
            defaultValue={field.value}
            onDayChange={(day) => field.onChange(day ?? '')}
            onBlur={field.onBlur}
            min={first}
            max={last}
            pickLabel={t('resend.pick')}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  );
}

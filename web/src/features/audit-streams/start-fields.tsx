import { STREAM_STARTS } from '@atalaya/contract/audit-stream-choices';
import { DayField } from '@atalaya/ui/day-field';
import { Select } from '@atalaya/ui/select';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { localDay } from '../../shared/local-day.ts';
import { auditStreamsTexts } from './audit-streams.es.ts';
import type { StreamValues } from './stream-values.ts';

/** The first day that a person may choose: before it there was no log. */
const FIRST = '2000-01-01';

/** From where the log is sent. */
export function StartFields({ form: { control } }: { form: UseFormReturn<StreamValues> }) {
  const t = useTexts(auditStreamsTexts);
  const { language } = useLanguage();
  const from = useWatch({ control, name: 'from' });
  const last = localDay();
  return (
    <>
      <Controller
        control={control}
        name="from"
        render={({ field }) => (
          <Select
            label={t('form.from')}
            hint={t('form.fromHint')}
            value={field.value}
            onValueChange={field.onChange}
            options={STREAM_STARTS.map((value) => ({ value, label: t(`form.froms.${value}`) }))}
          />
        )}
      />
      {from === 'since' ? (
        <Controller
          control={control}
          name="since"
          rules={{ validate: (value) => (value >= FIRST && value <= last) || t('form.sinceMissing') }}
          render={({ field, fieldState }) => (
            <DayField
              ref={field.ref}
              label={t('form.since')}
              required
              locale={language}
              defaultValue={field.value}
              onDayChange={(day) => field.onChange(day ?? '')}
              onBlur={field.onBlur}
              min={FIRST}
              max={last}
              pickLabel={t('form.pick')}
              error={fieldState.error?.message}
            />
          )}
        />
      ) : null}
    </>
  );
}

import { RATE_SOURCE_MAX, parseRateMicros } from '@atalaya/contract/exchange-limits';
import { DayField } from '@atalaya/ui/day-field';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Controller, useForm } from 'react-hook-form';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { localDay } from '../../../shared/local-day.ts';
import { useCurrencyOptions } from '../../../shared/use-currency-options.ts';
import { type RateBody, saveRate, useRatesChanged } from './exchange-rates.api.ts';
import { exchangeRatesTexts } from './exchange-rates.es.ts';

type Values = Omit<RateBody, 'rate_micros'> & { rate_micros: string };

/** The rate of a currency on a day, as it was published. */
export function RateDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(exchangeRatesTexts);
  const { language } = useLanguage();
  const changed = useRatesChanged();
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { currency: 'USD', day: localDay(), rate_micros: '', source: t('give.defaultSource') },
  });
  const { errors } = form.formState;
  const options = useCurrencyOptions('USD').filter(({ value }) => value !== 'EUR');
  return (
    <FormDialog
      form={form}
      title={t('give.title')}
      description={t('give.body')}
      submitLabel={t('give.save')}
      send={({ rate_micros, ...values }) =>
        saveRate({ ...values, rate_micros: parseRateMicros(rate_micros) ?? 0 })
      }
      onSent={() => {
        changed();
        notify.success(t('give.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="currency"
          render={({ field, fieldState }) => (
            <Select
              label={t('give.currency')}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
              options={options}
            />
          )}
        />
        <Controller
          control={form.control}
          name="day"
          rules={{ validate: (value) => (value && value <= localDay()) || t('give.dayInvalid') }}
          render={({ field, fieldState }) => (
            <DayField
              ref={field.ref}
              label={t('give.day')}
              required
              locale={language}
              defaultValue={field.value}
              onDayChange={(day) => field.onChange(day ?? '')}
              onBlur={field.onBlur}
              max={localDay()}
              pickLabel={t('give.pickDay')}
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
      <TextInput
        label={t('give.rate')}
        required
        inputMode="decimal"
        autoComplete="off"
        error={errors.rate_micros?.message}
        {...form.register('rate_micros', {
          validate: (value) => parseRateMicros(value) !== null || t('give.rateInvalid'),
        })}
      />
      <TextInput
        label={t('give.source')}
        hint={t('give.sourceHint')}
        required
        {...filledField(form, 'source', { max: RATE_SOURCE_MAX, missing: t('give.missing') })}
      />
    </FormDialog>
  );
}

import { Select } from '@atalaya/ui/select';
import { type Control, Controller } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useCurrencyOptions } from '../../shared/use-currency-options.ts';
import type { LocaleValues } from './locale-fields.tsx';
import type { Settings } from './settings.api.ts';
import { settingsTexts } from './settings.es.ts';

export type DefaultValues = LocaleValues & { currency: string };
type CurrencyFieldProps = {
  control: Control<DefaultValues>;
  stored: NonNullable<Settings['currency']>;
};

/** The installation's currency; once an invoice is issued it stays, and the field says so. */
export function CurrencyField({ control, stored }: CurrencyFieldProps) {
  const t = useTexts(settingsTexts);
  const options = useCurrencyOptions(stored.code);
  return (
    <Controller
      control={control}
      name="currency"
      render={({ field, fieldState }) => (
        <Select
          label={t('general.currency')}
          value={field.value}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          disabled={stored.is_fixed}
          hint={t(stored.is_fixed ? 'general.currencyFixed' : 'general.currencyHint')}
          error={fieldState.error?.message}
          options={options}
        />
      )}
    />
  );
}

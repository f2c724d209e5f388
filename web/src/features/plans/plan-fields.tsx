import {
  NAME_MAX,
  PLAN_DESCRIPTION_MAX,
  PLAN_FEATURES_MAX,
  PLAN_FEATURE_MAX,
} from '@atalaya/contract/limits';
import { Checkbox } from '@atalaya/ui/checkbox';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Textarea } from '@atalaya/ui/textarea';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { filledField } from '../../shared/filled-field.ts';
import { useCurrencyOptions } from '../../shared/use-currency-options.ts';
import { SeatsField } from './seats-field.tsx';
import { type PlanValues, parseFeatures, parsePrice, seatsOf } from './plan-values.ts';
import { plansTexts } from './plans.es.ts';

/** Name, price, currency, limit, description, features one by line, popular. */
export function PlanFields({ form }: { form: UseFormReturn<PlanValues> }) {
  const t = useTexts(plansTexts);
  const { language } = useLanguage();
  const { errors } = form.formState;
  const filled = (value: string) => value.trim() !== '' || t('form.missing');
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextInput
        className="col-span-2"
        label={t('form.name')}
        placeholder={t('form.namePlaceholder')}
        required
        {...filledField(form, 'name', { max: NAME_MAX, missing: t('form.missing') })}
      />
      <TextInput
        label={t('form.price', { currency: form.watch('currency') })}
        required
        inputMode="decimal"
        error={errors.price_cents?.message}
        {...form.register('price_cents', {
          validate: {
            filled,
            amount: (value) => parsePrice(value, language) !== null || t('form.priceInvalid'),
          },
        })}
      />
      <CurrencyField form={form} />
      <SeatsField
        label={t('form.maxUsers')}
        unlimitedLabel={t('form.unlimited')}
        required
        error={errors.max_users?.message}
        isUnlimited={form.watch('is_unlimited')}
        number={form.register('max_users', {
          validate: {
            filled: (value, { is_unlimited }) => is_unlimited || filled(value),
            seats: (_, values) => seatsOf(values) !== null || t('form.maxUsersInvalid'),
          },
        })}
        unlimited={form.register('is_unlimited')}
      />
      <TextInput
        className="col-span-2"
        label={t('form.description')}
        required
        {...filledField(form, 'description', { max: PLAN_DESCRIPTION_MAX, missing: t('form.missing') })}
      />
      <Features form={form} />
      <Checkbox label={t('form.popular')} {...form.register('is_popular')} />
    </div>
  );
}

function CurrencyField({ form }: { form: UseFormReturn<PlanValues> }) {
  const t = useTexts(plansTexts);
  // That of the installation, or the plan's own.
  const options = useCurrencyOptions(form.formState.defaultValues?.currency ?? '');
  return (
    <Controller
      control={form.control}
      name="currency"
      render={({ field, fieldState }) => (
        <Select
          label={t('form.currency')}
          required
          value={field.value}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          options={options}
        />
      )}
    />
  );
}

function Features({ form }: { form: UseFormReturn<PlanValues> }) {
  const t = useTexts(plansTexts);
  const { errors } = form.formState;
  const check = (typed: string) => {
    const features = parseFeatures(typed);
    if (features.length > PLAN_FEATURES_MAX)
      return t('form.tooManyFeatures', { max: String(PLAN_FEATURES_MAX) });
    const isLong = features.some((feature) => feature.length > PLAN_FEATURE_MAX);
    return !isLong || t('form.featureTooLong', { max: String(PLAN_FEATURE_MAX) });
  };
  return (
    <Textarea
      className="col-span-2"
      label={t('form.features')}
      hint={t('form.featuresHint')}
      error={errors.features?.message}
      {...form.register('features', { validate: check })}
    />
  );
}

import {
  NAME_MAX,
  PLAN_DESCRIPTION_MAX,
  PLAN_FEATURES_MAX,
  PLAN_FEATURE_MAX,
} from '@atalaya/contract/limits';
import { Checkbox } from '@atalaya/ui/checkbox';
import { TextInput } from '@atalaya/ui/text-input';
import { Textarea } from '@atalaya/ui/textarea';
import type { UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { type PlanValues, parseFeatures, parsePrice, parseSeats } from './plan-values.ts';
import { plansTexts } from './plans.es.ts';

/** Name, price, limit, description, features one by line, popular. */
export function PlanFields({ form }: { form: UseFormReturn<PlanValues> }) {
  const t = useTexts(plansTexts);
  const { errors } = form.formState;
  const filled = (value: string) => value.trim() !== '' || t('form.missing');
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-1">
      <TextInput
        className="col-span-2"
        label={t('form.name')}
        placeholder={t('form.namePlaceholder')}
        required
        maxLength={NAME_MAX}
        error={errors.name?.message}
        {...form.register('name', { validate: filled })}
      />
      <TextInput
        label={t('form.price')}
        required
        inputMode="decimal"
        error={errors.price_cents?.message}
        {...form.register('price_cents', {
          validate: { filled, amount: (value) => parsePrice(value) !== null || t('form.priceInvalid') },
        })}
      />
      <TextInput
        label={t('form.maxUsers')}
        required
        hint={t('form.maxUsersHint')}
        error={errors.max_users?.message}
        {...form.register('max_users', {
          validate: { filled, seats: (value) => parseSeats(value) !== null || t('form.maxUsersInvalid') },
        })}
      />
      <TextInput
        className="col-span-2"
        label={t('form.description')}
        required
        maxLength={PLAN_DESCRIPTION_MAX}
        error={errors.description?.message}
        {...form.register('description', { validate: filled })}
      />
      <Features form={form} />
      <Checkbox label={t('form.popular')} {...form.register('is_popular')} />
    </div>
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

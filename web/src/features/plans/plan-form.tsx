import { useForm } from 'react-hook-form';
import type { Language } from '../../platform/messages/chosen-language.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { useStaleForm } from '../../shared/use-stale-form.ts';
import { PlanFields } from './plan-fields.tsx';
import { PlanTermsSection } from './plan-terms-section.tsx';
import {
  type PlanValues,
  changedTerms,
  parseFeatures,
  parsePrice,
  seatsOf,
  valuesOf,
} from './plan-values.ts';
import { type Plan, type PlanBody, createPlan, updatePlan, usePlansChanged } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';
import { StalePlan } from './stale-plan.tsx';

type PlanFormProps = {
  plan: Plan | null;
  /** That a plan which is to be added begins with. */
  currency?: string;
  onClose: () => void;
};

/** The form of a plan. If another person saved it while it was open, both versions are shown side by side. */
export function PlanForm({ plan, currency, onClose }: PlanFormProps) {
  const t = useTexts(plansTexts);
  const { language } = useLanguage();
  const changed = usePlansChanged();
  const form = useForm<PlanValues>({ mode: 'onTouched', defaultValues: valuesOf(plan, language, currency) });
  const { stored, stale, onError } = useStaleForm(form, plan, (now) => valuesOf(now, language));
  return (
    <FormDialog
      form={form}
      title={plan ? t('form.editTitle') : t('form.createTitle')}
      submitLabel={plan ? t('form.update') : t('form.create')}
      size="lg"
      canSubmit={!stale}
      send={(values) => save(stored, values, language)}
      codeFields={{
        'plan.name_taken': 'name',
        'plan.currency_fixed': 'currency',
        'plan.subscribers_choice': 'subscribers.type',
      }}
      onError={onError}
      onSent={() => {
        void changed();
        notify.success(plan ? t('form.updated') : t('form.created'));
        onClose();
      }}
      onClose={onClose}
    >
      {stale ? <StalePlan {...stale} /> : null}
      <PlanFields form={form} />
      {stored?.subscribers ? <PlanTermsSection form={form} stored={stored} /> : null}
    </FormDialog>
  );
}

/** Sends what changed, with the version that the person has seen. */
function save(stored: Plan | null, values: PlanValues, language: Language): Promise<Plan> {
  const body: PlanBody = {
    name: values.name,
    price_cents: parsePrice(values.price_cents, language) ?? 0,
    currency: values.currency as NonNullable<PlanBody['currency']>,
    description: values.description,
    max_users: seatsOf(values) ?? 0,
    features: parseFeatures(values.features),
    is_popular: values.is_popular,
  };
  if (!stored) return createPlan(body);
  const { type, on } = values.subscribers;
  const choice = type === 'move' ? { type, on } : { type: 'keep' as const };
  const isAsked = stored.subscribers && changedTerms(stored, values, language);
  return updatePlan(stored.id, {
    ...body,
    version: stored.version,
    ...(isAsked && type ? { subscribers: choice } : {}),
  });
}

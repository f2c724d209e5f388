import { Banner } from '@atalaya/ui/banner';
import { Select } from '@atalaya/ui/select';
import { useId } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useFormat } from '../../platform/format.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { FormDayField } from '../../shared/form-day-field.tsx';
import { localDay } from '../../shared/local-day.ts';
import { useDelayed } from '../../shared/use-delayed.ts';
import { PlanSimulation } from './plan-simulation.tsx';
import { type PlanValues, changedTerms } from './plan-values.ts';
import type { Plan } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';

type PlanTermsSectionProps = { form: UseFormReturn<PlanValues>; stored: Plan };

/** Appears once price or limit differ: what becomes of those subscribed already, and what it would mean for each. */
export function PlanTermsSection({ form, stored }: PlanTermsSectionProps) {
  const t = useTexts(plansTexts);
  const { language } = useLanguage();
  const heading = useId();
  const [price_cents, max_users, is_unlimited] = form.watch(['price_cents', 'max_users', 'is_unlimited']);
  const delayed = {
    price_cents: useDelayed(price_cents),
    max_users: useDelayed(max_users),
    is_unlimited,
  };
  const typed = changedTerms(stored, { price_cents, max_users, is_unlimited }, language);
  const terms = changedTerms(stored, delayed, language) ?? typed;
  if (!terms || !typed) return null;
  return (
    <section aria-labelledby={heading} className="mt-2 grid gap-3 border-t border-line pt-4">
      <h3 id={heading} className="font-semibold">
        {t('terms.title')}
      </h3>
      <Choice form={form} stored={stored} />
      <PlanSimulation
        plan_id={stored.id}
        currency={stored.currency}
        to={{ type: 'terms', ...terms }}
        over={(count) => t('simulation.over', { count })}
      />
    </section>
  );
}

function Choice({ form, stored }: PlanTermsSectionProps) {
  const t = useTexts(plansTexts);
  const { date } = useFormat();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {stored.move ? (
        <Banner className="sm:col-span-2">
          {t('terms.replaces', { date: date(new Date(`${stored.move.on}T00:00`)) })}
        </Banner>
      ) : null}
      <Controller
        control={form.control}
        name="subscribers.type"
        rules={{ required: t('terms.missing') }}
        shouldUnregister
        render={({ field, fieldState }) => (
          <Select
            label={t('terms.choice')}
            placeholder={t('terms.placeholder')}
            required
            value={field.value ?? null}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={[
              { value: 'keep', label: t('terms.keep'), description: t('terms.keepHint') },
              { value: 'move', label: t('terms.moveTo'), description: t('terms.moveHint') },
            ]}
          />
        )}
      />
      {form.watch('subscribers.type') === 'move' ? <MoveDay form={form} /> : null}
    </div>
  );
}

function MoveDay({ form }: { form: UseFormReturn<PlanValues> }) {
  const t = useTexts(plansTexts);
  const [first, last] = [localDay(), localDay(365)];
  return (
    <FormDayField
      control={form.control}
      name="subscribers.on"
      rules={{ validate: (value) => (value >= first && value <= last) || t('terms.onMissing') }}
      shouldUnregister
      label={t('terms.on')}
      hint={t('terms.onHint')}
      min={first}
      max={last}
      pickLabel={t('terms.pick')}
    />
  );
}

import { useTexts } from '../../platform/messages/use-texts.ts';
import { StaleNotice } from '../../shared/stale-notice.tsx';
import type { StaleValues } from '../../shared/use-stale-form.ts';
import type { PlanValues } from './plan-values.ts';
import { plansTexts } from './plans.es.ts';

/** What another person has saved about this plan while the form was open. */
export function StalePlan({ stored, mine, ...choice }: StaleValues<PlanValues>) {
  const t = useTexts(plansTexts);
  const seats = ({ is_unlimited, max_users }: PlanValues) => (is_unlimited ? t('form.unlimited') : max_users);
  const popular = ({ is_popular }: PlanValues) => t(is_popular ? 'yes' : 'no');
  return (
    <StaleNotice
      lines={[
        [t('form.name'), mine.name, stored.name],
        [t('form.price', { currency: stored.currency }), mine.price_cents, stored.price_cents],
        [t('form.currency'), mine.currency, stored.currency],
        [t('form.description'), mine.description, stored.description],
        [t('form.maxUsers'), seats(mine), seats(stored)],
        [t('form.features'), mine.features, stored.features],
        [t('form.popular'), popular(mine), popular(stored)],
      ]}
      {...choice}
    />
  );
}

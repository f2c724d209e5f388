import { DEFAULT_PLAN, UNLIMITED_SEATS } from '@atalaya/contract/limits';
import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Check, Pencil, Trash2, Users } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { PlanSubscribers } from './plan-subscribers.tsx';
import type { Plan } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';
import { usePrice } from './use-price.ts';

type PlanCardProps = { plan: Plan; onEdit: () => void; onRemove: () => void };

/** A plan as a customer would see it, and for a super_admin who is on it. */
export function PlanCard({ plan, onEdit, onRemove }: PlanCardProps) {
  const t = useTexts(plansTexts);
  const { number } = useFormat();
  const { onCard } = usePrice();
  return (
    <li data-row={plan.id} className="flex rounded-lg">
      <Card
        aria-label={plan.name}
        className={`flex w-full flex-col *:last:flex *:last:flex-1 *:last:flex-col ${plan.is_popular ? 'border-primary' : ''}`}
        title={<span className="wrap-anywhere">{plan.name}</span>}
        actions={
          <>
            {plan.is_popular ? <Badge tone="primary">{t('popular')}</Badge> : null}
            <Actions plan={plan} onEdit={onEdit} onRemove={onRemove} />
          </>
        }
      >
        <p className="text-2xl font-semibold tabular-nums">{onCard(plan.price_cents, plan.currency)}</p>
        <p className="mt-1 wrap-anywhere text-muted">{plan.description}</p>
        <p className="mt-3 flex items-center gap-2">
          <Users size={16} aria-hidden className="shrink-0 text-muted" />
          {t('maxUsers')}: {plan.max_users === UNLIMITED_SEATS ? t('unlimited') : number(plan.max_users)}
        </p>
        {plan.features.length > 0 ? (
          <ul aria-label={t('features', { name: plan.name })} className="mt-3 grid gap-1.5">
            {plan.features.map((feature, at) => (
              <li key={at} className="flex gap-2 wrap-anywhere">
                <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-success-ink" />
                {feature}
              </li>
            ))}
          </ul>
        ) : null}
        <PlanSubscribers plan={plan} />
      </Card>
    </li>
  );
}

function Actions({ plan, onEdit, onRemove }: PlanCardProps) {
  const t = useTexts(plansTexts);
  const { may } = usePermissions();
  return (
    <>
      {may('plans.update') ? (
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={t('edit', { name: plan.name })}
          onClick={onEdit}
        >
          <Pencil size={16} />
        </Button>
      ) : null}
      {may('plans.archive') ? (
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={t('remove', { name: plan.name })}
          disabled={plan.key === DEFAULT_PLAN}
          title={plan.key === DEFAULT_PLAN ? t('removal.defaultPlan') : undefined}
          onClick={onRemove}
        >
          <Trash2 size={16} />
        </Button>
      ) : null}
    </>
  );
}

import { StatCard } from '@atalaya/ui/stat-card';
import { CircleDollarSign, Star, Tags } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { plansTexts } from './plans.es.ts';
import { usePrice } from './use-price.ts';

/** How many plans there are, the highest price of each currency, how many are popular: of all plans, not only of the shown page. */
export function PlanStats({ figures }: { figures: Answer<'listPlans'> | undefined }) {
  const t = useTexts(plansTexts);
  const { number } = useFormat();
  const { price } = usePrice();
  const loading = figures === undefined;
  const highest = figures?.highest_prices.map((of) => price(of.price_cents, of.currency)) ?? [];
  return (
    <div className="mb-6 grid gap-3 sm:grid-cols-3 tight:mb-3 tight:grid-cols-[1fr_1.8fr_1fr] tight:gap-2 tight:*:p-2 tight:[&_.text-xl]:text-lg tight:[&_svg]:hidden">
      <StatCard
        label={t('stats.plans')}
        icon={<Tags size={16} />}
        loading={loading}
        value={number(figures?.total ?? 0)}
      />
      <StatCard
        label={t('stats.highest')}
        icon={<CircleDollarSign size={16} />}
        loading={loading}
        value={highest.length === 0 ? t('stats.none') : highest.join(' · ')}
      />
      <StatCard
        label={t('stats.popular')}
        icon={<Star size={16} />}
        loading={loading}
        value={number(figures?.popular ?? 0)}
      />
    </div>
  );
}

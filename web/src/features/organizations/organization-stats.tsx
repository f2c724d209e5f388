import { StatCard, StatStrip } from '@atalaya/ui/stat-card';
import { useQuery } from '@tanstack/react-query';
import { Building2, CircleCheck, Crown, Hourglass } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { organizationsTexts } from './organizations.es.ts';
import { type OrganizationListFilters, overviewQuery } from './organizations.api.ts';

const ALL = { search: '', created_from: '', created_to: '' };
const CARDS = [
  { key: 'active', icon: <CircleCheck size={16} />, filter: { status: 'active', plan: '' } },
  { key: 'total', icon: <Building2 size={16} />, filter: { status: null, plan: '' } },
  { key: 'enterprise', icon: <Crown size={16} />, filter: { status: null, plan: 'enterprise' } },
  { key: 'trial', icon: <Hourglass size={16} />, filter: { status: 'trial', plan: '' } },
] as const;

/** Four counts over all organizations, not only over the shown page; each opens the rows behind it. */
export function OrganizationStats({ onFilter }: { onFilter: (filters: OrganizationListFilters) => void }) {
  const t = useTexts(organizationsTexts);
  const { number } = useFormat();
  const overview = useQuery(overviewQuery);
  return (
    <StatStrip label={t('stats.label')}>
      {CARDS.map(({ key, icon, filter }) => (
        <StatCard
          key={key}
          label={
            <button type="button" className="card-link" onClick={() => onFilter({ ...ALL, ...filter })}>
              {t(`stats.${key}`)}
            </button>
          }
          icon={icon}
          loading={overview.isPending}
          value={overview.data ? number(overview.data[key]) : <span title={t('stats.failed')}>–</span>}
        />
      ))}
    </StatStrip>
  );
}

import { StatCard } from '@atalaya/ui/stat-card';
import { CircleCheck, CircleDot, Flame, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { Answer } from '../../platform/api/route-shapes.ts';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ticketsTexts } from './tickets.es.ts';

type Counters = Answer<'listTickets'>['counters'];

const CARDS: readonly { key: keyof Counters; icon: LucideIcon }[] = [
  { key: 'open', icon: CircleDot },
  { key: 'in_progress', icon: LoaderCircle },
  { key: 'resolved', icon: CircleCheck },
  { key: 'urgent', icon: Flame },
];

type TicketCountersProps = { counters: Counters | undefined; loading: boolean };

/** Open, in progress, resolved and urgent among all that the filters leave. */
export function TicketCounters({ counters, loading }: TicketCountersProps) {
  const t = useTexts(ticketsTexts);
  const { number } = useFormat();
  return (
    <ul aria-label={t('counters.label')} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {CARDS.map(({ key, icon: Icon }) => (
        <li key={key}>
          <StatCard
            label={t(`counters.${key}`)}
            value={counters ? number(counters[key]) : '–'}
            loading={loading}
            icon={<Icon size={16} />}
          />
        </li>
      ))}
    </ul>
  );
}

import type { TicketPriority } from '@atalaya/contract/choices';
import { type TicketStatusFilter, UNRESOLVED_STATUSES } from '@atalaya/contract/ticket-states';
import { StatCard, StatStrip } from '@atalaya/ui/stat-card';
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

type TicketCountersProps = {
  counters: Counters | undefined;
  loading: boolean;
  /** What the list is narrowed to now. */
  status: TicketStatusFilter | null;
  onFilter: (change: { status: TicketStatusFilter; priority?: TicketPriority }) => void;
};

/** Open, in progress, resolved and urgent among all that the filters leave; each narrows the list to what it counts. */
export function TicketCounters({ counters, loading, status, onFilter }: TicketCountersProps) {
  const t = useTexts(ticketsTexts);
  const { number } = useFormat();
  // Urgent ones are counted among those alone that a status leaves.
  const unresolved = UNRESOLVED_STATUSES.find((each) => each === status) ?? 'unresolved';
  const narrow = (key: keyof Counters) =>
    onFilter(key === 'urgent' ? { status: unresolved, priority: 'urgent' } : { status: key });
  return (
    <StatStrip label={t('counters.label')}>
      {CARDS.map(({ key, icon: Icon }) => (
        <StatCard
          key={key}
          label={
            <button type="button" className="card-link" onClick={() => narrow(key)}>
              {t(`counters.${key}`)}
            </button>
          }
          value={counters ? number(counters[key]) : '–'}
          loading={loading}
          icon={<Icon size={16} />}
        />
      ))}
    </StatStrip>
  );
}

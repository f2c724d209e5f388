import type { TicketPriority } from '@atalaya/contract/choices';
import type { TicketStatus } from '@atalaya/contract/ticket-states';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { ChevronDown, ChevronUp, ChevronsUp, Equal, type LucideIcon } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ticketsTexts } from './tickets.es.ts';

const STATUS_TONES: Record<TicketStatus, BadgeTone> = {
  open: 'warning',
  in_progress: 'info',
  resolved: 'success',
  closed: 'neutral',
};
const PRIORITY_TONES: Record<TicketPriority, BadgeTone> = {
  urgent: 'danger',
  high: 'warning',
  medium: 'info',
  low: 'neutral',
};
const PRIORITY_ICONS: Record<TicketPriority, { icon: LucideIcon; ink: string }> = {
  urgent: { icon: ChevronsUp, ink: 'text-danger-ink' },
  high: { icon: ChevronUp, ink: 'text-warning-ink' },
  medium: { icon: Equal, ink: 'text-info-ink' },
  low: { icon: ChevronDown, ink: 'text-muted' },
};

export function StatusBadge({ status }: { status: TicketStatus }) {
  const t = useTexts(ticketsTexts);
  return (
    <Badge tone={STATUS_TONES[status]} dot>
      {t(`status.${status}`)}
    </Badge>
  );
}

export function PriorityBadge({ priority }: { priority: TicketPriority }) {
  const t = useTexts(ticketsTexts);
  return <Badge tone={PRIORITY_TONES[priority]}>{t(`priority.${priority}`)}</Badge>;
}

/** Says nothing aloud: the badge beside it does. */
export function PriorityIcon({ priority }: { priority: TicketPriority }) {
  const { icon: Icon, ink } = PRIORITY_ICONS[priority];
  return <Icon size={16} aria-hidden className={`shrink-0 ${ink}`} />;
}

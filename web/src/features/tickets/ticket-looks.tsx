import type { TicketPriority } from '@atalaya/contract/choices';
import type { TicketStatus } from '@atalaya/contract/ticket-states';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { TICKET_TONES } from '../../shared/status-tones.ts';
import { ticketsTexts } from './tickets.es.ts';

const PRIORITY_TONES: Record<TicketPriority, BadgeTone> = {
  urgent: 'danger',
  high: 'warning',
  medium: 'info',
  low: 'neutral',
};

export function StatusBadge({ status }: { status: TicketStatus }) {
  const t = useTexts(ticketsTexts);
  return (
    <Badge tone={TICKET_TONES[status]} dot>
      {t(`status.${status}`)}
    </Badge>
  );
}

export function PriorityBadge({ priority }: { priority: TicketPriority }) {
  const t = useTexts(ticketsTexts);
  return <Badge tone={PRIORITY_TONES[priority]}>{t(`priority.${priority}`)}</Badge>;
}

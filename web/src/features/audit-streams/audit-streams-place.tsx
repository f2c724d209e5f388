import { Skeleton } from '@atalaya/ui/skeleton';
import { lazyPart } from '../../platform/lazy-part.tsx';

/** Set up once, and looked at where something is wrong. */
const AuditStreamsCard = lazyPart(() => import('./audit-streams-card.tsx'), 'AuditStreamsCard');

/** Where an organization, or with '' the system, says what takes a copy of its audit log. */
export function AuditStreamsPlace({ organization }: { organization: string }) {
  return <AuditStreamsCard fallback={<Skeleton className="h-40" />} organization={organization} />;
}

import { Skeleton } from '@atalaya/ui/skeleton';

import { lazyPart } from '../../platform/lazy-part.tsx';

/** Set up once, and rarely looked at afterwards. */
const EnforcementCard = lazyPart(() => import('./enforcement-card.tsx'), 'EnforcementCard');

/** Where an organization says whether its people must sign in through its provider. */
export function EnforcementPlace({ organization }: { organization: string }) {
  return <EnforcementCard fallback={<Skeleton className="h-72" />} organization={organization} />;
}

import { Skeleton } from '@atalaya/ui/skeleton';
import { Suspense, lazy } from 'react';
import { loadPart } from '../../platform/load-part.ts';

/** Set up once, and rarely looked at afterwards. */
const EnforcementCard = lazy(async () => ({
  default: (await loadPart(() => import('./enforcement-card.tsx'))).EnforcementCard,
}));

/** Where an organization says whether its people must sign in through its provider. */
export function EnforcementPlace({ organization }: { organization: string }) {
  return (
    <Suspense fallback={<Skeleton className="h-72" />}>
      <EnforcementCard organization={organization} />
    </Suspense>
  );
}

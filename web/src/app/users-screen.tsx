import { Skeleton } from '@atalaya/ui/skeleton';
import { Suspense, lazy } from 'react';
import { loadPart } from '../platform/load-part.ts';
import { UsersPage } from '../features/users/users-page.tsx';

const InvitationsPanel = lazy(async () => ({
  default: (await loadPart(() => import('../features/invitations/invitations-panel.tsx'))).InvitationsPanel,
}));

/** The users screen: people, and in its second tab the invitations, which are another feature's. */
export function UsersScreen() {
  return (
    <UsersPage
      invitations={
        <Suspense fallback={<InvitationsPlace />}>
          <InvitationsPanel />
        </Suspense>
      }
    />
  );
}

/** The panel's geometry until its code is here: its tools, and five invitations. */
const InvitationsPlace = () => (
  <div aria-busy>
    <Skeleton className="mb-3 h-9" />
    <Skeleton className="h-80" />
  </div>
);

import { Skeleton } from '@atalaya/ui/skeleton';
import { Suspense, lazy } from 'react';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { loadPart } from '../platform/load-part.ts';

const AccessReviewCard = lazy(async () => ({
  default: (await loadPart(() => import('../features/access-review/access-review-card.tsx')))
    .AccessReviewCard,
}));

const EndedKeys = lazy(async () => ({
  default: (await loadPart(() => import('../features/api-keys/ended-keys.tsx'))).EndedKeys,
}));

const ApiKeysCard = lazy(async () => ({
  default: (await loadPart(() => import('../features/api-keys/api-keys-card.tsx'))).ApiKeysCard,
}));

const LinkedAccountsCard = lazy(async () => ({
  default: (await loadPart(() => import('../features/providers/linked-accounts-card.tsx')))
    .LinkedAccountsCard,
}));

const NotificationPreferencesCard = lazy(async () => ({
  default: (await loadPart(() => import('../features/notifications/preferences-card.tsx')))
    .NotificationPreferencesCard,
}));

/** 'Mi Perfil', with the cards of it that are other features'. */
export function ProfileScreen() {
  return (
    <ProfilePage
      review={
        <Suspense>
          <AccessReviewCard
            endedKeys={
              <Suspense>
                <EndedKeys />
              </Suspense>
            }
          />
        </Suspense>
      }
      accounts={
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          <LinkedAccountsCard />
        </Suspense>
      }
      notifications={
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <NotificationPreferencesCard />
        </Suspense>
      }
      keys={
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          <ApiKeysCard />
        </Suspense>
      }
    />
  );
}

import { AccessReviewCard } from '../features/access-review/access-review-card.tsx';
import { ApiKeysCard } from '../features/api-keys/api-keys-card.tsx';
import { EndedKeys } from '../features/api-keys/ended-keys.tsx';
import { NotificationPreferencesCard } from '../features/notifications/preferences-card.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { LinkedAccountsCard } from '../features/providers/linked-accounts-card.tsx';

/** 'Mi Perfil', with the cards of it that are other features'. */
export function ProfileScreen() {
  return (
    <ProfilePage
      review={<AccessReviewCard endedKeys={<EndedKeys />} />}
      accounts={<LinkedAccountsCard />}
      notifications={<NotificationPreferencesCard />}
      keys={<ApiKeysCard />}
    />
  );
}

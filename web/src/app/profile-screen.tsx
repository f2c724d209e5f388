import { AccessReviewCard } from '../features/account/access-review/access-review-card.tsx';
import { ApiKeysCard } from '../features/account/api-keys/api-keys-card.tsx';
import { EndedKeys } from '../features/account/api-keys/ended-keys.tsx';
import { NotificationPreferencesCard } from '../features/notifications/preferences-card.tsx';
import { ProfilePage } from '../features/account/profile/profile-page.tsx';
import { LinkedAccountsCard } from '../features/account/providers/linked-accounts-card.tsx';

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

import { lazyPart } from '../../platform/lazy-part.tsx';

/** Of a tab of the profile: the texts of all events come with it. */
export const NotificationPreferencesCard = lazyPart(
  () => import('./preferences-card.tsx'),
  'NotificationPreferencesCard',
);

export { NotificationPreferencesCard } from './preferences-card.tsx';

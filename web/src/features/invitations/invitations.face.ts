export { InvitationList } from './invitation-list.tsx';

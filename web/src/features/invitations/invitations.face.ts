export { InvitationsPanel } from './invitations-panel.tsx';

import { InvitationsPanel } from '../features/invitations/invitations-panel.tsx';
import { UsersPage } from '../features/users/users-page.tsx';

/** The users screen: people, and in its second tab the invitations, which are another feature's. */
export function UsersScreen() {
  return <UsersPage invitations={<InvitationsPanel />} />;
}

import { useQuery } from '@tanstack/react-query';
import { sessionQuery, SessionContext } from '../../../platform/session.ts';
import { ConfirmProvider } from '../../../shared/confirm.tsx';
import { AdminFrame } from './admin-frame.tsx';

/** The layout of everything under /admin; empty for the moment between losing the session and the sign-in. */
export function AdminLayout() {
  const { data: session } = useQuery(sessionQuery);
  if (!session) return null;
  return (
    <SessionContext value={session}>
      <ConfirmProvider>
        <AdminFrame />
      </ConfirmProvider>
    </SessionContext>
  );
}

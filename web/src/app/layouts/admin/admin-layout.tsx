import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery, SessionContext } from '../../../platform/session.ts';
import { ConfirmProvider } from '../../../shared/confirm.tsx';
import { AdminFrame } from './admin-frame.tsx';

/** The layout of everything under /admin; empty for the moment between losing the session and the sign-in. */
export function AdminLayout() {
  const { data: session } = useQuery(sessionQuery);
  const router = useRouter();
  const isOver = session === null;
  useEffect(() => {
    // Read again, it may say so by itself: the guards lead to the sign-in.
    if (isOver) void router.invalidate();
  }, [isOver, router]);
  if (!session) return null;
  return (
    <SessionContext value={session}>
      {/* With a key: for another person all of it is made anew. */}
      <ConfirmProvider key={session.profile.id}>
        <AdminFrame />
      </ConfirmProvider>
    </SessionContext>
  );
}

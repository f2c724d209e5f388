import { Outlet } from '@tanstack/react-router';
import { ConnectionNotice } from '../connection-notice.tsx';
import { NewVersionNotice } from '../new-version-notice.tsx';
import { ToastHost } from '../toast-host.tsx';

/** What is shown around every screen. */
export function RootLayout() {
  return (
    <>
      <ConnectionNotice />
      <Outlet />
      <NewVersionNotice />
      <ToastHost />
    </>
  );
}

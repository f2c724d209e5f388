import { Outlet } from '@tanstack/react-router';
import { ConnectionNotice } from '../connection-notice.tsx';
import { NewVersionNotice } from '../new-version-notice.tsx';
import { ToastHost } from '../toast-host.tsx';
import { useShownAddress } from '../../shared/use-focus-on-new-screen.ts';

/** What is shown around every screen. */
export function RootLayout() {
  useShownAddress();
  return (
    <>
      <ConnectionNotice />
      <Outlet />
      <NewVersionNotice />
      <ToastHost />
    </>
  );
}

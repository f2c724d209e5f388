import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useSession } from '../../../platform/session.ts';
import { screenOf } from '../../screen-of.ts';
import { adminScreens } from '../../screens.tsx';
import { refusalOf } from './use-screens.ts';
import { ScreenRefused } from './screen-refused.tsx';

/** The screen, or why the person may not see it: never an empty table. */
export function ScreenGate() {
  const session = useSession();
  const { pathname } = useLocation();
  const screen = screenOf(pathname);
  const refusal = screen && refusalOf(session, screen);
  if (refusal === null) return <Outlet />;
  const own = adminScreens.find(({ key }) => key === screen?.instead);
  if (own && refusalOf(session, own) === null) return <Navigate to={own.path} replace />;
  return <ScreenRefused why={refusal} />;
}

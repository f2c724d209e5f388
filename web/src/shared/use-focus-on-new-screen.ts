import { useLocation, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

let shown: string | null = null;

/**
 * Keeps which address is shown, not which is on its way: the location changes when a link is pressed, its screen comes
 * once it is loaded. Above all screens: its effect runs after theirs, which still see the one before.
 */
export function useShownAddress(): void {
  const pathname = useRouterState({
    select: ({ matches }) => {
      const screen = matches.at(-1);
      return screen?.status === 'success' ? screen.pathname : null;
    },
  });
  useEffect(() => {
    if (pathname !== null) shown = pathname;
  }, [pathname]);
}

/**
 * After going to another screen, from the sign-in too, the focus is at its beginning. Where the page was loaded with it
 * the keyboard begins at its top, by the browser.
 */
export function useFocusOnNewScreen(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (shown !== null && shown !== pathname)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}

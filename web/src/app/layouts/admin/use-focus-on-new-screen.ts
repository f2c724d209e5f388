import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** After going to another screen the focus is at its beginning, as after loading a page. */
export function useFocusOnNewScreen(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}

import { onlineManager } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../../platform/api/call.ts';

/** Counts every screen that is shown. Nothing waits for it, and a failure is not shown. */
export function useVisits(): void {
  const { pathname } = useLocation();
  const shown = useRef('');
  useEffect(() => {
    if (shown.current === pathname || !onlineManager.isOnline()) return;
    shown.current = pathname;
    call('recordVisit').catch(() => undefined);
  }, [pathname]);
}

import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { safeRedirect } from '../../../../shared/safe-redirect.ts';
import { whenIdle } from '../../../../platform/when-idle.ts';

/** Where a sign-in leads: to where its person was going, else to /admin. */
export function useNextScreen(): string {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return safeRedirect(search.redirect, '/admin');
}

/** Fetches the code of the screen behind the sign-in while its form is filled in. */
export function useFetchNextScreen(): void {
  const router = useRouter();
  const href = useNextScreen();
  useEffect(() => {
    const [routes] = router.getMatchedRoutes(new URL(href, location.origin).pathname);
    return whenIdle(() => {
      // What fails here is loaded again when it is gone to, and told of then.
      for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined);
    });
  }, [router, href]);
}

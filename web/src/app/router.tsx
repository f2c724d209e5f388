import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { sessionQuery } from '../platform/session.ts';
import { ErrorScreen } from './error-screen.tsx';
import {
  requireDemo,
  requireFactorless,
  requireGuest,
  requireSession,
  type RouterContext,
} from './guards.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { lazyPage } from './lazy-page.ts';
import { refusalOf } from './layouts/admin/use-screens.ts';
import { RootLayout } from './layouts/root-layout.tsx';
import { type Screen, adminScreens, publicScreens } from './screens.tsx';

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  notFoundComponent: lazyPage(() => import('./not-found-screen.tsx'), 'NotFoundScreen'),
});

const publicRoutes = publicScreens.map((screen) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: screen.path,
    component: screen.page,
    ...('guest' in screen ? { beforeLoad: requireGuest } : {}),
    ...('factorless' in screen ? { beforeLoad: requireFactorless } : {}),
    ...('signedIn' in screen ? { beforeLoad: requireSession } : {}),
    ...('demo' in screen ? { beforeLoad: requireDemo } : {}),
  }),
);

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./layouts/admin/admin-layout.tsx'), 'AdminLayout'),
  notFoundComponent: lazyPage(() => import('./not-found-page.tsx'), 'NotFoundPage'),
});

const adminRoutes = adminScreens.map((screen: Screen) =>
  createRoute({
    getParentRoute: () => adminRoute,
    path: screen.path === '/admin' ? '/' : screen.path.slice('/admin'.length),
    component: screen.page,
    loader: ({ context, location }) => readAhead(context.queryClient, screen, location.search),
  }),
);

/**
 * Begins to read what a screen shows first, before it is drawn, and when a pointer rests on a link to it. Nothing waits
 * for it: what fails is read once more by the screen, which tells of it.
 */
function readAhead(client: QueryClient, screen: Screen, search: Record<string, unknown>): void {
  const session = client.getQueryData(sessionQuery.queryKey);
  if (session && refusalOf(session, screen) === null)
    void screen.readAhead({ client, search, session })?.catch(() => undefined);
}

/** Addresses are read and written as plain text pairs: `?search=2024` stays the text '2024'. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The opposite; only texts and numbers are written. */
function stringifySearch(search: Record<string, unknown>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') pairs.set(name, String(value));
  }
  return pairs.size > 0 ? `?${pairs}` : '';
}

/** The router over the table of screens. Addresses carry plain text: features read it with useUrlState. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren([...publicRoutes, adminRoute.addChildren(adminRoutes)]),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Until then the screen before stays; a spinner that flashes tells nothing.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
  });
}

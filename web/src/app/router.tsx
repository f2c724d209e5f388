import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './search-string.ts';
import { ErrorScreen } from './error-screen.tsx';
import { requireDemo, requireFactorless, requireGuest, requireSession } from './guards.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { lazyPage } from './lazy-page.ts';
import { RootLayout } from './layouts/root-layout.tsx';
import { type Screen, adminScreens, publicScreens } from './screens.tsx';

export type RouterContext = { queryClient: QueryClient };

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
  }),
);

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

import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, notFound, redirect } from '@tanstack/react-router';
import { configurationQuery, sessionQuery } from '../platform/session.ts';
import { safeRedirect } from '../shared/safe-redirect.ts';

/** What the router hands to each route. */
export type RouterContext = { queryClient: QueryClient };

type Guarded = { context: RouterContext; location: ParsedLocation };

/** Lets only signed-in people in; the others sign in first and come back to where they were going. */
export async function requireSession({ context, location }: Guarded): Promise<void> {
  const session = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
  if (session?.two_factor === 'required')
    throw redirect({ to: '/admin/two-factor', search: { redirect: location.href } });
  if (session) return;
  const search = location.href === '/admin' ? {} : { redirect: location.href };
  throw redirect({ to: '/admin/login', search });
}

/** Sign-in and registration are for those who are not signed in: the others go on to where they were going. */
export async function requireGuest({ context, location }: Guarded): Promise<void> {
  // A server that is down must not hide the page that says so.
  const session = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' }).catch(() => null);
  if (!session) return;
  const { redirect: wanted } = location.search as { redirect?: unknown };
  throw redirect({ href: safeRedirect(wanted, '/admin') });
}

/** Only for those who must set up a second factor: the others sign in first, or go on. */
export async function requireFactorless({ context, location }: Guarded): Promise<void> {
  const session = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
  if (session?.two_factor === 'required') return;
  const { redirect: wanted } = location.search as { redirect?: unknown };
  throw redirect({ href: session ? safeRedirect(wanted, '/admin') : '/admin/login' });
}

/** For who builds with this product: where the server is not in demo mode, the address does not exist. */
export async function requireDemo({ context }: Guarded): Promise<void> {
  const { demo } = await context.queryClient.query({ ...configurationQuery, staleTime: 'static' });
  if (!demo) throw notFound();
}

import type { Session } from '@atalaya/contract/session';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { call } from './api/call.ts';

const KEY = ['session'];

/** Who is signed in, or null. Read once, then kept until something says otherwise. */
export const sessionQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal, client }) => {
    const { session } = await call('readSession', { signal });
    // Another tab may have signed out, or somebody else in.
    forgetOthers(client, session);
    return session;
  },
  staleTime: 60_000,
});

export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({ signal }) => call('readConfiguration', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Holds the session for everything inside a guarded layout. */
export const SessionContext = createContext<Session | null>(null);

/** The signed-in person's session; only inside pages that the guard has let somebody into. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession outside a guarded page');
  return session;
}

/** Takes over the session that a sign-in, or a change of one's own profile, has answered. */
export function useAdoptSession(): (session: Session) => void {
  const client = useQueryClient();
  return (session) => adoptSession(client, session);
}

export function adoptSession(client: QueryClient, session: Session | null): void {
  forgetOthers(client, session);
  client.setQueryData(sessionQuery.queryKey, session);
}

/** Somebody else's rows must not survive a change of person: everything read for the previous one is dropped. */
function forgetOthers(client: QueryClient, session: Session | null): void {
  const previous = client.getQueryData<Session | null>(KEY);
  if (previous && previous.profile.id !== session?.profile.id) {
    client.removeQueries({ predicate: (query) => !KEPT.has(String(query.queryKey[0])) });
  }
}

const KEPT = new Set(['session', 'configuration']);

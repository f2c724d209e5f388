import type { Session } from '@atalaya/contract/session';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { call } from './api/call.ts';
import { keepUnsaved, releaseUnsaved } from './unsaved.ts';

const KEY = ['session'];

/** Who is signed in, or null. Read once, then kept until something says otherwise. */
export const sessionQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal, client }) => {
    const { session } = await call('readSession', { signal });
    // In another tab this person may have signed out, or another one signed in.
    return settle(client, session);
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

/** The signed-in person's session; only inside pages that the guard opens to signed-in people. */
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
  const kept = withFirstLive(client, session);
  forgetOthers(client, session);
  client.setQueryData(sessionQuery.queryKey, kept);
}

/** Of one person the first `live_after` is kept: all that is shown was read after it. */
function withFirstLive(client: QueryClient, session: Session | null): Session | null {
  const previous = client.getQueryData<Session | null>(KEY);
  return session && previous?.profile.id === session.profile.id
    ? { ...session, live_after: previous.live_after }
    : session;
}

/** The server says that no user is signed in any more. Answers false where the page is kept for what was typed. */
export function loseSession(client: QueryClient): boolean {
  const settled = settle(client, null);
  client.setQueryData(sessionQuery.queryKey, settled);
  return settled === null;
}

/**
 * What the page goes on with as its session. One that has ended is kept while the page holds something typed, which
 * would be lost if the sign-in took its place.
 */
function settle(client: QueryClient, session: Session | null): Session | null {
  const previous = client.getQueryData<Session | null>(KEY);
  if (!session && previous && keepUnsaved()) return previous;
  forgetOthers(client, session);
  // Another person's page is never shown: what was read is dropped when the person changes, not before.
  if (session && previous?.profile.id === session.profile.id && releaseUnsaved()) {
    void client.invalidateQueries({ predicate: (query) => !KEPT.has(String(query.queryKey[0])) });
  }
  return withFirstLive(client, session);
}

/** What was read for one person must not be shown to the next: it is dropped when the person changes. */
function forgetOthers(client: QueryClient, session: Session | null): void {
  const previous = client.getQueryData<Session | null>(KEY);
  if (previous && previous.profile.id !== session?.profile.id) {
    client.removeQueries({ predicate: (query) => !KEPT.has(String(query.queryKey[0])) });
  }
}

const KEPT = new Set(['session', 'configuration']);

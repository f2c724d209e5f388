import type { LiveNews, LiveTopic } from '@atalaya/contract/live';
import { useEffect, useRef } from 'react';
import { useSession } from '../session.ts';
import { connectLive } from './live-connection.ts';

/** What is new: one object, or null: everything may be, since events may have been missed. */
type OnEvent = (object_id: string | null) => void;

const listeners = new Map<LiveTopic, Set<OnEvent>>();
let disconnect: (() => void) | null = null;

function hear(news: LiveNews | 'resync'): void {
  if (news === 'resync') for (const all of listeners.values()) for (const each of all) each(null);
  else for (const each of listeners.get(news.topic) ?? []) each(news.object_id);
}

/** Connects after the page has been painted, and only while something on it listens. */
function connect(after: string | null): void {
  if (disconnect) return;
  let close: (() => void) | null = null;
  const timer = setTimeout(() => (close = connectLive(hear, after)));
  disconnect = () => {
    clearTimeout(timer);
    close?.();
    disconnect = null;
  };
}

function listen(topic: LiveTopic, onEvent: OnEvent, after: string | null): () => void {
  const all = listeners.get(topic) ?? new Set();
  listeners.set(topic, all.add(onEvent));
  connect(after);
  return () => {
    all.delete(onEvent);
    if (all.size === 0) listeners.delete(topic);
    if (listeners.size === 0) disconnect?.();
  };
}

/**
 * Calls `onEvent` with the id of what is new on one of these topics, and with null whenever events may have been missed:
 * then everything shown is to be read again. Only for pages that need a session.
 */
export function useLive(topics: readonly LiveTopic[], onEvent: OnEvent): void {
  const { live_after } = useSession();
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  const names = topics.join(' ');
  useEffect(() => {
    const ends = (names.split(' ').filter(Boolean) as LiveTopic[]).map((topic) =>
      listen(topic, (object_id) => latest.current(object_id), live_after),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [names, live_after]);
}

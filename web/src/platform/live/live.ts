import type { LiveNews, LiveTopic } from '@atalaya/contract/live';
import { useEffect, useRef } from 'react';
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
function connect(): void {
  if (disconnect) return;
  let close: (() => void) | null = null;
  const timer = setTimeout(() => (close = connectLive(hear)));
  disconnect = () => {
    clearTimeout(timer);
    close?.();
    disconnect = null;
  };
}

function listen(topic: LiveTopic, onEvent: OnEvent): () => void {
  const all = listeners.get(topic) ?? new Set();
  listeners.set(topic, all.add(onEvent));
  connect();
  return () => {
    all.delete(onEvent);
    if (all.size === 0) listeners.delete(topic);
    if (listeners.size === 0) disconnect?.();
  };
}

/**
 * Calls `onEvent` with the id of what is new on a topic, and with null whenever events may have been missed: then
 * everything shown is to be read again. Only for pages of somebody who is signed in.
 */
export function useLive(topic: LiveTopic, onEvent: OnEvent): void {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => listen(topic, (object_id) => latest.current(object_id)), [topic]);
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../../platform/session.ts';
import type { TicketMessage } from '../tickets.api.ts';

const newestOf = (messages: readonly TicketMessage[]) => messages.at(-1)?.id ?? null;

/**
 * Keeps the reader's place: a new message scrolls only a reader who is at the end, or who has sent it. For the others
 * `arrived` counts the new messages below.
 */
export function useEndOfConversation(messages: readonly TicketMessage[]) {
  const { profile } = useSession();
  const end = useRef<HTMLDivElement>(null);
  const follows = useRef(false);
  const newest = newestOf(messages);
  const [read, setRead] = useState(newest);
  const latest = useRef(newest);

  useEffect(() => {
    const target = end.current;
    if (!target) return;
    const observer = new IntersectionObserver(([entry]) => {
      follows.current = entry?.isIntersecting ?? false;
      if (follows.current) setRead(latest.current);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, []);

  const showEnd = useCallback(() => {
    end.current?.scrollIntoView({ block: 'end' });
    setRead(latest.current);
  }, []);

  useEffect(() => {
    if (latest.current === newest) return;
    latest.current = newest;
    if (follows.current) showEnd();
  }, [newest, showEnd]);

  const later = messages.slice(messages.findIndex(({ id }) => id === read) + 1);
  return {
    end,
    arrived: later.filter(({ author }) => author.id !== profile.id).length,
    showEnd,
    /** The next message to arrive is one's own. */
    followNext: () => {
      follows.current = true;
    },
  };
}

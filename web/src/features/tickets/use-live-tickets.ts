import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from '../../platform/live/live.ts';

/** Milliseconds in which what happens is read again once: a bulk action changes a hundred tickets at a time. */
const PAUSE_MS = 200;

/** Reads an open ticket again as soon as something about it is new anywhere, or may have been missed. */
export function useLiveTickets(): void {
  const client = useQueryClient();
  const waiting = useRef({ ids: new Set<string | null>(), timer: 0 });
  useEffect(() => {
    const { current } = waiting;
    return () => window.clearTimeout(current.timer);
  }, []);
  useLive(['tickets'], (id) => {
    const { current } = waiting;
    current.ids.add(id);
    if (current.timer) return;
    current.timer = window.setTimeout(() => {
      const ids = [...current.ids];
      waiting.current = { ids: new Set(), timer: 0 };
      if (ids.includes(null)) void client.invalidateQueries({ queryKey: ['tickets', 'one'] });
      else for (const each of ids) void client.invalidateQueries({ queryKey: ['tickets', 'one', each] });
    }, PAUSE_MS);
  });
}

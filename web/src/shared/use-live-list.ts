import type { LiveTopic } from '@atalaya/contract/live';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '../platform/live/live.ts';

/** Milliseconds in which what others do is collected, and the fewest between two reads. */
const PAUSE_MS = 300;
const GAP_MS = 2_000;

/** Calls `read` soon after one of these topics has news, not more often than every two seconds, while the page is seen. */
export function useNewsOf(topics: readonly LiveTopic[], read: () => void): void {
  const latest = useRef(read);
  const turn = useRef({ timer: 0, last: 0 });
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    const { current } = turn;
    return () => {
      window.clearTimeout(current.timer);
      current.timer = 0;
    };
  }, []);
  const soon = () => {
    const { current } = turn;
    // It is read again anyway when its window is come back to.
    if (current.timer || document.hidden) return;
    current.timer = window.setTimeout(
      () => {
        current.timer = 0;
        current.last = Date.now();
        latest.current();
      },
      Math.max(PAUSE_MS, current.last + GAP_MS - Date.now()),
    );
  };
  useLive(topics, soon);
}

/** The longest wait in milliseconds: a timer cannot hold more than 24 days, nor be relied on over the sleep of a machine. */
const WAIT_MAX_MS = 24 * 3_600_000;
/** Added to each instant, in milliseconds: the clocks of server and browser differ. */
const CLOCKS_MS = 1_000;

/** Calls `read` after each of these instants that are yet to come. */
function useReadAfter(instants: readonly string[], read: () => void): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const key = instants.join(' ');
  useEffect(() => {
    const moments = key.split(' ').map((instant) => Date.parse(instant));
    let timer = 0;
    const wait = () => {
      const now = Date.now();
      const next = Math.min(...moments.filter((moment) => moment > now));
      if (next === Infinity) return;
      const over = () => {
        if (Date.now() > next) latest.current();
        wait();
      };
      timer = window.setTimeout(over, Math.min(next - now + CLOCKS_MS, WAIT_MAX_MS));
    };
    wait();
    return () => window.clearTimeout(timer);
  }, [key]);
}

type Rows = { items: readonly { id: string }[] };

/** Whether the server has other rows by now than a list shows, and what shows them. */
export type ListNews = { isOld: boolean; show: () => void };

const isSame = (one: Rows, other: Rows) =>
  one.items.length === other.items.length && one.items.every(({ id }, at) => other.items[at]?.id === id);

type Followed<Page> = {
  /** Changes of these are looked for. */
  topics: readonly LiveTopic[];
  /** Keys of what is beside the list, as its figures: read again at once. */
  beside?: readonly (readonly unknown[])[];
  /** Instants after which rows are others by time alone, as an invitation that expires. */
  changesAfter?: (page: Page) => readonly string[];
};

/**
 * A list that follows what others do without moving what is being read: what changed in its rows is shown in them, and
 * where there are other rows, or in another order, it is told, and shown when that is asked for.
 */
export function useLiveList<Page extends Rows, Key extends readonly unknown[]>(
  options: UseQueryOptions<Page, Error, Page, Key>,
  { topics, beside = [], changesAfter }: Followed<Page>,
) {
  const client = useQueryClient();
  const list = useQuery(options);
  // The moment of what is shown when it was found to be old: what is read since is not.
  const [old, setOld] = useState(0);
  const { queryKey } = options;
  const look = async () => {
    const { queryFn } = options;
    if (typeof queryFn !== 'function') return;
    const next = await client.query({
      queryKey: ['news', ...queryKey] as const,
      queryFn: ({ signal, client: of, meta }) => queryFn({ signal, client: of, meta, queryKey }),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    });
    const shown = client.getQueryData<Page>(queryKey);
    // It is being read, with what is new.
    if (!shown || client.isFetching({ queryKey, exact: true })) return;
    // A row that is being deleted is out of sight before the server has answered: it must not come back until then.
    const isAtRest = client.isMutating() === 0;
    if (isAtRest && (isSame(shown, next) || shown.items.length === 0))
      client.setQueryData<Page>(queryKey, () => next);
    else setOld(client.getQueryState(queryKey)?.dataUpdatedAt ?? 0);
  };
  const read = () => {
    for (const key of beside) void client.invalidateQueries({ queryKey: key });
    // Read again by the next news, or by hand.
    look().catch(() => undefined);
  };
  useNewsOf(topics, read);
  useReadAfter(list.data && changesAfter ? changesAfter(list.data) : [], read);
  const news: ListNews = {
    isOld: old > 0 && old === list.dataUpdatedAt,
    show: () => void client.invalidateQueries({ queryKey }),
  };
  return { list, news };
}

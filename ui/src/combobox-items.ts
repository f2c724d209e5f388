import { useEffect, useRef, useState } from 'react';

/** Fetches the options for a query; must give up when the signal aborts. */
export type LoadOptions<Option> = (query: string, signal: AbortSignal) => Promise<readonly Option[]>;

/** A pause in typing that counts as done, in milliseconds. */
const PAUSE_MS = 250;

interface ItemsState<Option> {
  items: readonly Option[];
  state: 'loading' | 'ready' | 'failed';
}

/** The options of the newest query; answers to older ones are dropped, and the old ones stay until then. */
export function useComboboxItems<Option>(load: LoadOptions<Option>) {
  const [current, setCurrent] = useState<ItemsState<Option>>({ items: [], state: 'loading' });
  const running = useRef<AbortController | undefined>(undefined);
  const asked = useRef('');
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(
    () => () => {
      clearTimeout(pause.current);
      running.current?.abort();
    },
    [],
  );

  async function fetchItems(query: string, signal: AbortSignal) {
    try {
      const items = await load(query, signal);
      if (!signal.aborted) setCurrent({ items, state: 'ready' });
    } catch {
      if (!signal.aborted) setCurrent({ items: [], state: 'failed' });
    }
  }

  function search(query: string, when: 'now' | 'after-pause') {
    asked.current = query;
    clearTimeout(pause.current);
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setCurrent((before) => ({ ...before, state: 'loading' }));
    pause.current = setTimeout(
      () => void fetchItems(query, controller.signal),
      when === 'now' ? 0 : PAUSE_MS,
    );
  }

  return { ...current, search, retry: () => search(asked.current, 'now') };
}

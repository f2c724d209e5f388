import { useMutation } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNotifyFailure } from '../../../platform/notify.ts';

type Line = { id: string };

/**
 * What is known of a list that grows at its end, oldest first, after its newest lines were read again. Where more have
 * come than were read, lines are missing between: only the newest are kept, and older ones are read again on request.
 */
export function joinNewest<T extends Line>(known: readonly T[], newest: readonly T[]): readonly T[] {
  const start = newest[0];
  const index = start ? known.findIndex(({ id }) => id === start.id) : -1;
  return index > 0 ? [...known.slice(0, index), ...newest] : newest;
}

export type Older<T extends Line> = {
  /** All that is known, oldest first. */
  lines: readonly T[];
  total: number;
  list: RefObject<HTMLOListElement | null>;
  isReading: boolean;
  readOlder: () => void;
};

/**
 * The newest lines of a list of `total`, and those before them once they are asked for. What one reads keeps its place
 * while older lines come in above it.
 */
export function useOlder<T extends Line>(
  newest: readonly T[],
  total: number,
  read: (before: string) => Promise<{ items: readonly T[] }>,
): Older<T> {
  const notifyFailure = useNotifyFailure();
  const list = useRef<HTMLOListElement>(null);
  const [known, setKnown] = useState({ newest, lines: newest });
  // While rendering, so that what was read anew is never shown without what is known before it.
  const now = known.newest === newest ? known : { newest, lines: joinNewest(known.lines, newest) };
  if (now !== known) setKnown(now);
  const { lines } = now;
  const { mutate, isPending } = useMutation({
    mutationFn: read,
    onSuccess: ({ items }, before) =>
      keepPlace(list.current, () =>
        setKnown((was) => (was.lines[0]?.id === before ? { ...was, lines: [...items, ...was.lines] } : was)),
      ),
    onError: (error) => notifyFailure(error),
  });
  const first = lines[0]?.id;
  return {
    lines,
    total,
    list,
    isReading: isPending,
    readOlder: () => {
      if (first !== undefined) mutate(first);
    },
  };
}

/** Changes a list above its first line, which stays where it is seen. The focus goes to the list where it is lost. */
function keepPlace(list: HTMLElement | null, change: () => void): void {
  const first = list?.firstElementChild;
  const before = first?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  if (!list || !first) return;
  scrollerOf(list)?.scrollBy({ top: first.getBoundingClientRect().top - before });
  if (document.activeElement === document.body) list.focus({ preventScroll: true });
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  let parent = element.parentElement;
  while (parent && getComputedStyle(parent).overflowY !== 'auto') parent = parent.parentElement;
  return parent;
}

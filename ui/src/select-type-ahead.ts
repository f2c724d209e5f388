import { useRef, type KeyboardEvent } from 'react';

/** What has been typed counts as one word until this many milliseconds pass. */
const RESET_MS = 1000;

interface TypeAheadItem {
  label: string;
  disabled?: boolean | undefined;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Index of the first enabled label beginning with `typed`, looking from `start` on and round; -1 if none. */
function findMatch(items: readonly TypeAheadItem[], typed: string, start: number): number {
  for (let offset = 0; offset < items.length; offset += 1) {
    const index = (start + offset) % items.length;
    const item = items[index];
    if (item && !item.disabled && fold(item.label).startsWith(typed)) return index;
  }
  return -1;
}

/**
 * A `keydown` handler for the capture phase that finds options by their first letters. It replaces the select
 * primitive's own, which forgets too early and takes accents for other letters. The same letter again goes on
 * to the next option that begins with it.
 */
export function useTypeAhead(
  items: readonly TypeAheadItem[],
  current: (host: Element) => number,
  onMatch: (index: number, host: Element) => void,
) {
  const session = useRef({ typed: '', at: 0 });
  return (event: KeyboardEvent) => {
    const host = event.currentTarget;
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const now = Date.now();
    const before = now - session.current.at < RESET_MS ? session.current.typed : '';
    if (event.key === ' ' && before === '') return;
    event.preventDefault();
    event.stopPropagation();
    const key = fold(event.key);
    const typed = before + key;
    session.current = { typed, at: now };
    let index = findMatch(items, typed, before === '' ? current(host) + 1 : Math.max(0, current(host)));
    if (index < 0 && typed === key.repeat(typed.length)) {
      index = findMatch(items, key, current(host) + 1);
    }
    if (index >= 0) onMatch(index, host);
  };
}

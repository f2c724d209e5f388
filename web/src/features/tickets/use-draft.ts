import { useState } from 'react';
import { useSession } from '../../platform/session.ts';

export type DraftValue = { body: string; isInternal: boolean };
export type Draft = { value: DraftValue; change: (change: Partial<DraftValue>) => void; clear: () => void };

const EMPTY: DraftValue = { body: '', isInternal: false };

function read(key: string): DraftValue {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<DraftValue> | null;
    if (typeof stored?.body !== 'string') return EMPTY;
    return { body: stored.body, isInternal: stored.isInternal === true };
  } catch {
    return EMPTY;
  }
}

function write(key: string, value: DraftValue): void {
  try {
    if (value.body === '') localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the text lives on in the page.
  }
}

/** A reply that is being written: on this device, for each person and ticket apart, until it is sent. */
export function useDraft(ticket: string): Draft {
  const { profile } = useSession();
  const key = `atalaya-draft-ticket-${profile.id}-${ticket}`;
  const [value, setValue] = useState(() => read(key));
  const set = (next: DraftValue) => {
    setValue(next);
    write(key, next);
  };
  return {
    value,
    change: (change) => set({ ...value, ...change }),
    clear: () => set(EMPTY),
  };
}

import { useCallback, useRef, useState } from 'react';
import { useSession } from '../../../platform/session.ts';

/** A file that the server has, and will keep so long unsent: milliseconds since 1970. */
export type KeptFile = { id: string; name: string; bytes: number; until: number };
export type DraftValue = { body: string; isInternal: boolean; files: readonly KeptFile[] };
export type Draft = {
  value: DraftValue;
  change: (change: Partial<DraftValue>) => void;
  /** This text has been sent: what was typed since stays, as internal as it was. */
  sent: (body: string) => void;
};

const EMPTY: DraftValue = { body: '', isInternal: false, files: [] };

function read(key: string): DraftValue {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<DraftValue> | null;
    if (typeof stored?.body !== 'string') return EMPTY;
    const files = (stored.files ?? []).filter(({ until }) => until > Date.now());
    return { body: stored.body, isInternal: stored.isInternal === true, files };
  } catch {
    return EMPTY;
  }
}

function write(key: string, value: DraftValue): void {
  try {
    if (value.body === '' && value.files.length === 0) localStorage.removeItem(key);
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
  // A file may arrive while the person types: each change starts from the latest draft.
  const latest = useRef(value);
  const change = useCallback(
    (values: Partial<DraftValue>) => {
      latest.current = { ...latest.current, ...values };
      setValue(latest.current);
      write(key, latest.current);
    },
    [key],
  );
  const sent = (body: string) => {
    const now = latest.current.body;
    const rest = now.startsWith(body) ? now.slice(body.length).trimStart() : now;
    change(rest === '' ? EMPTY : { body: rest });
  };
  return { value, change, sent };
}

import { useEffect, useRef, useSyncExternalStore } from 'react';

type Form = { current: () => boolean };

/** What is being typed: each form says, when asked, whether it has something that would be lost. */
const forms = new Set<Form>();
const listeners = new Set<() => void>();
/** The form with unsaved text because of which the page is kept though its session has ended. */
let keeper: Form | null = null;

function setKeeper(next: Form | null): void {
  keeper = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether something typed would be lost with the page; then the page is kept until that is sent or left. */
export function keepUnsaved(): boolean {
  if (!keeper) setKeeper([...forms].find((form) => form.current()) ?? null);
  return keeper !== null;
}

/** The session is there again. Answers whether a page was kept. */
export function releaseUnsaved(): boolean {
  const wasKept = keeper !== null;
  setKeeper(null);
  return wasKept;
}

export const isKept = (): boolean => keeper !== null;

/** Tells of a form while it is mounted. Answers whether the page of an ended session is kept for its sake. */
export function useUnsaved(when: () => boolean): boolean {
  const form = useRef(when);
  useEffect(() => {
    form.current = when;
  });
  useEffect(() => {
    forms.add(form);
    return () => {
      forms.delete(form);
      if (keeper === form) setKeeper(null);
    };
  }, []);
  return useSyncExternalStore(subscribe, () => keeper === form);
}

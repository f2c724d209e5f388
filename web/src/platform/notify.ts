import type { ToastOptions, ToastType } from '@atalaya/ui/toast';
import { loadPart } from './load-part.ts';
import { errorText } from './messages/error-text.ts';
import { useLanguage } from './messages/language.tsx';

export type NoticeOptions = Pick<ToastOptions, 'description' | 'action' | 'duration' | 'alone'>;

const listeners = new Set<() => void>();
let wanted = false;
let last: Promise<void> | undefined;

/** Whether any toast has been shown yet: until then their code (13 kB) is not loaded. */
export const toastsWanted = {
  read: () => wanted,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Brings the toast area: for whoever shows toasts without `notify`. */
export function wantToasts(): void {
  wanted = true;
  for (const listener of listeners) listener();
}

function show(type: ToastType, title: string, options: NoticeOptions = {}): void {
  if (!wanted) wantToasts();
  const before = last;
  // One after the other, however long each waits for the code.
  last = loadPart(() => import('@atalaya/ui/toast')).then(async ({ showToast }) => {
    await before?.catch(() => undefined);
    showToast({ type, title, ...options });
  });
}

/** Tells the person how something went, at the top right, in words that are already in their language. */
export const notify = {
  success: (title: string, options?: NoticeOptions) => show('success', title, options),
  error: (title: string, options?: NoticeOptions) => show('error', title, options),
  warning: (title: string, options?: NoticeOptions) => show('warning', title, options),
  info: (title: string, options?: NoticeOptions) => show('info', title, options),
};

/** `const notifyFailure = useNotifyFailure()`: tells why a call failed, in the text of its code. */
export function useNotifyFailure(): (error: unknown, options?: NoticeOptions) => void {
  const { language } = useLanguage();
  return (error, options) => {
    void errorText(error, language).then((text) => notify.error(text, options));
  };
}

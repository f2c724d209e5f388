import type { ProgressSource, ToastOptions, ToastType } from '@atalaya/ui/toast';
import { afterPress } from '@atalaya/ui/press';
import { loadPart } from './load-part.ts';
import { errorText } from './messages/error-text.ts';
import { useLanguage } from './messages/language.tsx';

export type NoticeOptions = Pick<ToastOptions, 'description' | 'action' | 'duration' | 'alone'>;

const listeners = new Set<() => void>();
let wanted = false;
let last: Promise<unknown> | undefined;
let untold: string | null = null;

const changed = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether any toast has been shown yet: until then their area is not there. */
export const toastsWanted = { read: () => wanted, subscribe };

/** What a toast would have said, where the code of toasts could not be had; null: nothing. */
export const untoldNotice = { read: () => untold, subscribe };

/** Brings the toast area: for code that shows toasts without `notify`. */
export function wantToasts(): void {
  wanted = true;
  changed();
}

function show(
  type: ToastType,
  title: string,
  options: NoticeOptions & Pick<ToastOptions, 'progress'> = {},
): Promise<() => void> {
  if (!wanted) wantToasts();
  const before = last;
  // One after the other, however long each waits for the code.
  const shown = loadPart(() => import('@atalaya/ui/toast')).then(
    async ({ showToast, closeToast }) => {
      await before;
      // It would lie over what is being pressed.
      await new Promise<void>(afterPress);
      untold = null;
      changed();
      const id = showToast({ type, title, ...options });
      return () => closeToast(id);
    },
    () => {
      untold = title;
      changed();
      return () => undefined;
    },
  );
  last = shown;
  return shown;
}

/** Tells the person how something went, at the top right, in words that are already in their language. */
export const notify = {
  success: (title: string, options?: NoticeOptions) => void show('success', title, options),
  error: (title: string, options?: NoticeOptions) => void show('error', title, options),
  warning: (title: string, options?: NoticeOptions) => void show('warning', title, options),
  info: (title: string, options?: NoticeOptions) => void show('info', title, options),
};

/** Tells of work that goes on, with how far it is, until the returned function is called. */
export const notifyOfWork = (title: string, options: NoticeOptions & { progress: ProgressSource }) =>
  show('info', title, { duration: 0, alone: false, ...options });

/** `const notifyFailure = useNotifyFailure()`: tells why a call failed, in the text of its code. */
export function useNotifyFailure(): (error: unknown, options?: NoticeOptions) => void {
  const { language } = useLanguage();
  return (error, options) => {
    void errorText(error, language).then((text) => notify.error(text, options));
  };
}

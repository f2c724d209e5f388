import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { loadPart } from '../platform/load-part.ts';
import { fetchErrorTexts } from '../platform/messages/error-text.ts';
import { type Language, useLanguage } from '../platform/messages/language.tsx';
import { toastsWanted, untoldNotice } from '../platform/notify.ts';

const loadArea = () => import('./toast-area.tsx');
const AppToastArea = lazy(async () => ({ default: (await loadPart(loadArea)).AppToastArea }));

/**
 * Fetches the code of toasts (13 kB) and the words of errors while there is nothing else to do: what they tell is often
 * that the server or the network is gone.
 */
function fetchAhead(language: Language): () => void {
  const fetchAll = () =>
    void Promise.allSettled([import('@atalaya/ui/toast'), loadArea(), fetchErrorTexts(language)]);
  // Not every browser has it.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(fetchAll, 1_000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(fetchAll);
  return () => cancelIdleCallback(idle);
}

/** The toast area, from the first toast on; a plain line where its code could not be had. */
export function ToastHost() {
  const { language } = useLanguage();
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  const untold = useSyncExternalStore(untoldNotice.subscribe, untoldNotice.read);
  useEffect(() => fetchAhead(language), [language]);
  if (untold !== null)
    return (
      <p role="alert" className="fixed inset-x-0 top-0 z-50 bg-danger p-3 text-center text-on-danger">
        {untold}
      </p>
    );
  if (!wanted) return null;
  return (
    <Suspense>
      <AppToastArea />
    </Suspense>
  );
}

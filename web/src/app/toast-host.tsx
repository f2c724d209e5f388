import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { loadPart } from '../platform/load-part.ts';
import { toastsWanted, untoldNotice } from '../platform/notify.ts';
import { whenIdle } from '../platform/when-idle.ts';

const loadArea = () => import('./toast-area.tsx');
const AppToastArea = lazy(async () => ({ default: (await loadPart(loadArea)).AppToastArea }));

/** What toasts tell is often that the server or the network is gone: their code is fetched before. */
const fetchAhead = () => whenIdle(() => void Promise.allSettled([import('@atalaya/ui/toast'), loadArea()]));

/** The toast area, from the first toast on; a plain line where its code could not be had. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  const untold = useSyncExternalStore(untoldNotice.subscribe, untoldNotice.read);
  useEffect(fetchAhead, []);
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

import { useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';
import { toastsWanted, untoldNotice } from '../platform/notify.ts';
import { whenIdle } from '../platform/when-idle.ts';

const loadArea = () => import('./toast-area.tsx');
const AppToastArea = lazyPart(loadArea, 'AppToastArea');

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
  return <AppToastArea />;
}

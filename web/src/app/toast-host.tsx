import { Suspense, lazy, useSyncExternalStore } from 'react';
import { loadPart } from '../platform/load-part.ts';
import { toastsWanted } from '../platform/notify.ts';

const AppToastArea = lazy(async () => ({
  default: (await loadPart(() => import('./toast-area.tsx'))).AppToastArea,
}));

/** The toast area, from the first toast on. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  if (!wanted) return null;
  return (
    <Suspense>
      <AppToastArea />
    </Suspense>
  );
}

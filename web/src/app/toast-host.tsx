import { useLocation } from '@tanstack/react-router';
import { Suspense, lazy, useSyncExternalStore } from 'react';
import { loadPart } from '../platform/load-part.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { toastsWanted } from '../platform/notify.ts';
import { appTexts } from './app-texts.ts';

const ToastArea = lazy(async () => ({
  default: (await loadPart(() => import('@atalaya/ui/toast'))).ToastArea,
}));

/** How long a toast stays (specification, section 9: layout duration), in milliseconds. */
const DURATION = 4000;

/** Where one toast is shown at a time (section 9). */
const USERS = '/admin/users';

/** The toast area, from the first toast on. */
export function ToastHost() {
  const t = useTexts(appTexts);
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  const alone = useLocation({ select: ({ pathname }) => pathname === USERS });
  if (!wanted) return null;
  return (
    <Suspense>
      <ToastArea
        duration={DURATION}
        alone={alone}
        labels={{ region: t('toasts.region'), close: t('toasts.close') }}
      />
    </Suspense>
  );
}

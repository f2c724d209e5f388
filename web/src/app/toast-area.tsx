import { ToastArea } from '@atalaya/ui/toast';
import { useLocation } from '@tanstack/react-router';
import { useTexts } from '../platform/messages/use-texts.ts';
import { appTexts } from './app.es.ts';

/** How long a toast stays (layout duration), in milliseconds. */
const DURATION = 4000;
/** Where one toast is shown at a time (section 9). */
const USERS = '/admin/users';

/** The toast area as this application has it. */
export function AppToastArea() {
  const t = useTexts(appTexts);
  const alone = useLocation({ select: ({ pathname }) => pathname === USERS });
  return (
    <ToastArea
      duration={DURATION}
      alone={alone}
      labels={{
        region: t('toasts.region'),
        close: t('toasts.close'),
        undoes: t('toasts.undoes'),
        leadsHere: t('toasts.leadsHere'),
      }}
    />
  );
}

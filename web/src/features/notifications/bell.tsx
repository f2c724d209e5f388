import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { bellTexts } from './bell.es.ts';
import { unreadQuery, useLiveNotifications } from './notifications.api.ts';

const BellPanel = lazyPart(() => import('./bell-panel.tsx'), 'BellPanel');

const SHOWN_MAX = 99;

/** How many notifications are unread, as it changes, and behind it the latest. */
export function Bell() {
  const t = useTexts(bellTexts);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { data: unread = 0 } = useQuery(unreadQuery);
  useLiveNotifications();
  return (
    <>
      <Button
        variant="ghost"
        iconOnly
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('label', { count: unread })}
        onPointerEnter={BellPanel.ahead}
        onFocus={BellPanel.ahead}
        onClick={() => setOpen(!isOpen)}
        className="relative"
      >
        <BellIcon size={18} aria-hidden />
        {unread > 0 ? (
          <span
            aria-hidden
            className="absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 text-[0.625rem] font-semibold text-on-status tabular-nums"
          >
            {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
          </span>
        ) : null}
      </Button>
      {isOpen ? <BellPanel anchor={button} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

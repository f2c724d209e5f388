import { Button, buttonClass } from '@atalaya/ui/button';
import { Drawer } from '@atalaya/ui/drawer';
import { Popover } from '@atalaya/ui/popover';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { NotificationsBody } from './notifications-body.tsx';
import { notificationsTexts } from './notifications.es.ts';
import { unreadQuery, useMarkRead } from './notifications.api.ts';

type BellPanelProps = { anchor: RefObject<HTMLElement | null>; onClose: () => void };

/** The latest notifications: below the bell, or on a phone over the page. */
export function BellPanel({ anchor, onClose }: BellPanelProps) {
  const t = useTexts(notificationsTexts);
  const [isPhone] = useState(() => matchMedia('(width < 40rem)').matches);
  if (!isPhone)
    return (
      <Popover
        open
        onClose={onClose}
        anchor={anchor}
        title={t('title')}
        action={<ReadAll />}
        className="w-104"
      >
        <Latest onClose={onClose} />
      </Popover>
    );
  return (
    <Drawer
      open
      onClose={onClose}
      side="right"
      title={t('title')}
      closeLabel={t('close')}
      className="w-96 bg-raised"
    >
      <div className="border-b border-line px-2 pb-2">
        <ReadAll />
      </div>
      <Latest onClose={onClose} />
    </Drawer>
  );
}

function ReadAll() {
  const t = useTexts(notificationsTexts);
  const { data: unread = 0 } = useQuery(unreadQuery);
  const markRead = useMarkRead();
  return (
    <Button variant="ghost" size="sm" disabled={unread === 0} onClick={() => markRead(null)}>
      {t('readAll')}
    </Button>
  );
}

function Latest({ onClose }: Pick<BellPanelProps, 'onClose'>) {
  const t = useTexts(notificationsTexts);
  const link = { onClick: onClose, className: buttonClass({ variant: 'ghost', size: 'sm' }) };
  return (
    <>
      {/* Of a fixed height, so that the links below do not move with the number of notifications. */}
      <div className="h-96 min-h-0 overflow-y-auto max-sm:h-[calc(100dvh-10rem)]">
        <NotificationsBody page={1} unread={false} onLeave={onClose} />
      </div>
      <div className="flex items-center justify-between gap-2 border-t border-line px-2 py-2">
        <Link to="/admin/notifications" {...link}>
          {t('all')}
        </Link>
        <Link to="/admin/profile" search={{ tab: 'notifications' }} {...link}>
          {t('preferences')}
        </Link>
      </div>
    </>
  );
}

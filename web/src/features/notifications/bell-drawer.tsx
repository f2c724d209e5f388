import { Button, buttonClass } from '@atalaya/ui/button';
import { Drawer } from '@atalaya/ui/drawer';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { NotificationsBody } from './notifications-body.tsx';
import { notificationsTexts } from './notifications-texts.ts';
import { unreadQuery, useMarkRead } from './notifications.api.ts';

/** The latest notifications, beside the page. */
export function BellDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts(notificationsTexts);
  const { data: unread = 0 } = useQuery(unreadQuery);
  const markRead = useMarkRead();
  return (
    <Drawer
      open
      onClose={onClose}
      side="right"
      title={t('title')}
      closeLabel={t('close')}
      className="w-96 bg-raised"
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 pb-3">
        <Button variant="outline" size="sm" disabled={unread === 0} onClick={() => markRead(null)}>
          {t('readAll')}
        </Button>
        <Link
          to="/admin/notifications"
          onClick={onClose}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          {t('all')}
        </Link>
        <Link
          to="/admin/profile"
          hash="notifications"
          onClick={onClose}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          {t('preferences')}
        </Link>
      </div>
      <NotificationsBody page={1} unread={false} onLeave={onClose} />
    </Drawer>
  );
}

import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Switch } from '@atalaya/ui/switch';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { choiceField, pageField, readState, useUrlState } from '../../shared/url-state.ts';
import { NotificationsBody } from './notifications-body.tsx';
import { notificationsTexts } from './notifications.es.ts';
import { notificationsQuery, unreadQuery, useMarkRead } from './notifications.api.ts';

const fields = { page: pageField(), show: choiceField(['all', 'unread'], 'all') };

export const readAhead: ReadAhead = ({ client, search }) => {
  const { page, show } = readState(fields, search);
  return client.query(notificationsQuery(page, show === 'unread'));
};

/** Everything that one was told. */
export function NotificationsPage() {
  const t = useTexts(notificationsTexts);
  const [{ page, show }, setState] = useUrlState(fields);
  const { data: unread = 0 } = useQuery(unreadQuery);
  const markRead = useMarkRead();
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button variant="outline" disabled={unread === 0} onClick={() => markRead(null)}>
            {t('readAll')}
          </Button>
        }
      />
      <Switch
        label={t('onlyUnread')}
        checked={show === 'unread'}
        onChange={(event) => setState({ show: event.target.checked ? 'unread' : 'all', page: 1 })}
        className="mb-4"
      />
      <Card padded={false} className="overflow-hidden">
        <NotificationsBody
          page={page}
          unread={show === 'unread'}
          onPageChange={(to, options) => setState({ page: to }, options)}
        />
      </Card>
    </>
  );
}

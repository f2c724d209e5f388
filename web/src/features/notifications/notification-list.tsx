import type { Notification } from '@atalaya/contract/notifications';
import { Button } from '@atalaya/ui/button';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { Format } from '../../platform/format.ts';
import { addressOf, useNotificationWords } from './use-notification-words.ts';

type NotificationListProps = {
  items: Notification[];
  onRead: (id: string) => void;
  /** Someone goes to what a notification is about. */
  onLeave?: () => void;
};

/** Notifications under the day on which they came. */
export function NotificationList({ items, onRead, onLeave }: NotificationListProps) {
  const { t, format } = useNotificationWords();
  const { today, yesterday } = nearDays(format);
  const days = Map.groupBy(items, ({ created_at }) => format.date(created_at));
  const titleOf = (day: string) => (day === today ? t('today') : day === yesterday ? t('yesterday') : day);
  return (
    <div>
      {[...days].map(([day, those]) => (
        <section key={day} aria-label={titleOf(day)}>
          <h2 className="bg-sunken px-4 py-1.5 text-xs font-medium text-muted">{titleOf(day)}</h2>
          <ul className="divide-y divide-line">
            {those.map((item) => (
              <Row key={item.id} item={item} onRead={onRead} onLeave={onLeave} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function nearDays(format: Format) {
  const day = new Date();
  const today = format.date(day);
  // Not 24 hours before: the day on which the clock changes has 23 or 25.
  day.setDate(day.getDate() - 1);
  return { today, yesterday: format.date(day) };
}

type RowProps = { item: Notification; onRead: (id: string) => void; onLeave: (() => void) | undefined };

function Row({ item, onRead, onLeave }: RowProps) {
  const { t, format, sentence } = useNotificationWords();
  const isUnread = item.read_at === null;
  const leave = () => {
    if (isUnread) onRead(item.id);
    onLeave?.();
  };
  return (
    <li className="flex items-start gap-3 px-4 py-3 hover:bg-hover">
      <span
        aria-hidden
        className={`mt-2 size-2 shrink-0 rounded-full ${isUnread ? 'bg-primary' : 'bg-transparent'}`}
      />
      <Link
        {...addressOf(item)}
        onClick={leave}
        className="press-around relative min-w-0 flex-1 text-ink no-underline"
      >
        <span className={`block text-pretty break-words ${isUnread ? 'font-medium' : 'text-muted'}`}>
          {isUnread ? <span className="sr-only">{t('unread')}: </span> : null}
          {sentence(item)}
        </span>
        <time dateTime={item.created_at} className="text-sm text-muted">
          {format.dateTime(item.created_at)}
        </time>
      </Link>
      {isUnread ? (
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={`${t('readOne')}: ${sentence(item)}`}
          title={t('readOne')}
          onClick={() => onRead(item.id)}
        >
          <Check size={16} aria-hidden />
        </Button>
      ) : null}
    </li>
  );
}

import { Badge } from '@atalaya/ui/badge';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { DateAndTime } from '../../../shared/date-and-time.tsx';
import { ticketDetailTexts } from '../ticket-detail.es.ts';
import { MarkdownText } from '../markdown-text.tsx';
import { MessageFiles } from '../ticket-files/message-files.tsx';
import { OlderLines } from './older-lines.tsx';
import type { TicketMessage } from '../tickets.api.ts';
import type { Older } from './use-older.ts';

type TicketConversationProps = { ticket: string; messages: Older<TicketMessage> };

/** What was said, oldest first. */
export function TicketConversation({ ticket, messages }: TicketConversationProps) {
  const t = useTexts(ticketDetailTexts);
  const { number } = useFormat();
  const { lines, total, list, isReading, readOlder } = messages;
  if (lines.length === 0) return <p className="py-6 text-center text-muted">{t('conversation.empty')}</p>;
  return (
    <>
      {total > lines.length ? (
        <OlderLines
          told={t('conversation.older', { shown: number(lines.length), total: number(total) })}
          label={t('conversation.showOlder')}
          busy={isReading}
          onMore={readOlder}
        />
      ) : null}
      <ol ref={list} tabIndex={-1} aria-label={t('tabs.conversation')} className="grid gap-3 outline-none">
        {lines.map((message) => (
          <Message key={message.id} ticket={ticket} message={message} />
        ))}
      </ol>
    </>
  );
}

const LOOKS = {
  customer: 'border-line',
  staff: 'border-line bg-sunken sm:ml-10',
  internal: 'border-transparent bg-warning-soft sm:ml-10',
};

function Message({ ticket, message }: { ticket: string; message: TicketMessage }) {
  const t = useTexts(ticketDetailTexts);
  const isInternal = message.visibility === 'internal';
  return (
    <li className={`rounded-lg border px-4 py-3 ${LOOKS[isInternal ? 'internal' : message.side]}`}>
      <p className="mb-1 flex flex-wrap items-center gap-2 text-sm">
        <span className="font-semibold">{message.author.name}</span>
        {isInternal ? <Badge tone="warning">{t('conversation.internal')}</Badge> : null}
        {message.side === 'staff' && !isInternal ? (
          <Badge tone="primary">{t('conversation.staff')}</Badge>
        ) : null}
        <span className={isInternal ? 'text-warning-ink' : 'text-muted'}>
          <DateAndTime value={message.created_at} />
        </span>
      </p>
      <MarkdownText source={message.body} />
      <MessageFiles ticket={ticket} files={message.attachments} />
    </li>
  );
}

import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { ticketDetailTexts } from '../ticket-detail.es.ts';
import { MarkdownText } from '../markdown-text.tsx';
import type { TicketMessage } from '../tickets.api.ts';
import type { Reply } from './use-reply.ts';

/** The server refused the reply, since another person answered while it was written: shows their messages, and asks. */
export function AnsweredMeanwhile({ reply }: { reply: Reply }) {
  const t = useTexts(ticketDetailTexts);
  if (!reply.asked) return null;
  return (
    <Banner tone="warning" title={t('meanwhile.refused')} className="mb-2">
      <Messages messages={reply.asked} />
      <span className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={reply.keepWriting}>
          {t('meanwhile.stay')}
        </Button>
        <Button size="sm" busy={reply.busy} onClick={() => void reply.sendAnyway()}>
          {t('meanwhile.send')}
        </Button>
      </span>
    </Banner>
  );
}

/** Messages that came while one writes, before one sends. */
export function ArrivedMeanwhile({ reply }: { reply: Reply }) {
  const t = useTexts(ticketDetailTexts);
  if (reply.arrived.length === 0) return null;
  return (
    <Banner tone="info" title={t('meanwhile.arrived', { count: reply.arrived.length })} className="mb-2">
      <Messages messages={reply.arrived} />
    </Banner>
  );
}

function Messages({ messages }: { messages: readonly TicketMessage[] }) {
  return (
    <ul className="my-2 grid max-h-40 gap-2 overflow-y-auto">
      {messages.map((message) => (
        <li key={message.id}>
          <p className="text-sm font-semibold">{message.author.name}</p>
          <MarkdownText source={message.body} />
        </li>
      ))}
    </ul>
  );
}

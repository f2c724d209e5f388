import { useState } from 'react';
import { isApiError } from '../../../platform/api/api-error.ts';
import { errorText } from '../../../platform/messages/error-text.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { useSession } from '../../../platform/session.ts';
import { networkReturns } from '../../../platform/use-online.ts';
import { ticketDetailTexts } from '../ticket-detail.es.ts';
import {
  type TicketDetail,
  type TicketMessage,
  replyToTicket,
  useReadAgain,
  useTicketChanged,
} from '../tickets.api.ts';
import type { Attachments } from '../ticket-files/use-attachments.ts';
import type { Draft } from './use-draft.ts';
import { type Problem, problemOf } from '../../../shared/form-problem.tsx';
import { useRequestId } from '../../../shared/use-request-id.ts';

/** What is being written: text and files outlive a reload. */
export type Written = { ticket: TicketDetail; draft: Draft; attachments: Attachments };

const newestOf = (messages: readonly TicketMessage[]) => messages.at(-1)?.id ?? null;

/** What came after the message with this id; everything where there is none. */
function messagesAfter(messages: readonly TicketMessage[], id: string | null): TicketMessage[] {
  return messages.slice(messages.findIndex((message) => message.id === id) + 1);
}

/**
 * The writer has seen the messages that were there when they began to write: those that arrive later are shown
 * (`arrived`), and so are those with which the server refused (`asked`).
 */
function useSeenMessages(ticket: TicketDetail, isWriting: boolean) {
  const { profile } = useSession();
  const newest = newestOf(ticket.messages);
  const [seen, setSeen] = useState(newest);
  const [asked, setAsked] = useState<readonly TicketMessage[] | null>(null);
  if (!isWriting && seen !== newest) setSeen(newest);
  const later = isWriting ? messagesAfter(ticket.messages, seen) : [];
  return {
    seen,
    asked,
    arrived: asked ? [] : later.filter(({ author }) => author.id !== profile.id),
    ask: setAsked,
    /** What arrived has been read: it is no reason to ask any more. */
    acknowledge: (messages: readonly TicketMessage[]) => {
      setSeen(newestOf(messages) ?? newest);
      setAsked(null);
    },
  };
}

/** Sends a reply once at a time; what is refused stays in the draft. */
export function useReply(written: Written, isInternal: boolean, onSent: () => void) {
  const { ticket, draft, attachments } = written;
  const t = useTexts(ticketDetailTexts);
  const { language } = useLanguage();
  const changed = useTicketChanged();
  const readAgain = useReadAgain();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const request = useRequestId();
  const body = draft.value.body;
  const { seen, asked, arrived, ask, acknowledge } = useSeenMessages(ticket, body.trim() !== '');

  async function refuse(error: unknown, returns: number) {
    readAgain(ticket.id);
    if (isApiError(error, 'ticket.answered_meanwhile')) ask(error.current as TicketMessage[]);
    else setProblem(problemOf(await errorText(error, language), error, returns));
  }

  async function send(last_seen: string | null, confirmed: { confirm_answered?: true }) {
    if (busy || body.trim() === '' || !attachments.isReady) return;
    setBusy(true);
    setProblem(null);
    const returns = networkReturns();
    const visibility = isInternal ? 'internal' : 'public';
    const sent = { body, visibility, attachments: attachments.ids } as const;
    const known = { request_id: request.of(sent), seen_message_id: last_seen, ...confirmed };
    try {
      const answer = await replyToTicket(ticket.id, { ...sent, ...known });
      request.done();
      draft.sent(body);
      attachments.sent(sent.attachments);
      acknowledge(answer.messages);
      changed(answer);
      notify.success(t(isInternal ? 'reply.sentInternal' : 'reply.sent'));
      onSent();
    } catch (error) {
      await refuse(error, returns);
    } finally {
      setBusy(false);
    }
  }

  return {
    asked,
    arrived,
    problem,
    busy,
    send: () => send(seen, {}),
    sendAnyway: () => send(newestOf(asked ?? []) ?? seen, { confirm_answered: true }),
    keepWriting: () => acknowledge(asked ?? []),
  };
}

export type Reply = ReturnType<typeof useReply>;

import { TICKET_MESSAGE_MAX } from '@atalaya/contract/limits';
import { ticketStatusAfter } from '@atalaya/contract/ticket-states';
import { Button } from '@atalaya/ui/button';
import { Switch } from '@atalaya/ui/switch';
import { Textarea } from '@atalaya/ui/textarea';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FormProblem } from '../../../shared/form-problem.tsx';
import { AttachArea, AttachButton, AttachedFiles } from '../ticket-files/attachments-field.tsx';
import { CannedRepliesMenu } from '../canned-replies/canned-replies-menu.tsx';
import { ticketDetailTexts } from '../ticket-detail.es.ts';
import { AnsweredMeanwhile, ArrivedMeanwhile } from './answered-meanwhile.tsx';
import type { TicketDetail } from '../tickets.api.ts';
import { type Written, useReply } from './use-reply.ts';

type ReplyBoxProps = {
  written: Written;
  /** Off for what was begun before the ticket was opened: the focus of that is at its top. */
  takesFocus: boolean;
  onHide: () => void;
  onSent: () => void;
  onManageReplies: () => void;
  /** What else can be done to the ticket, before the buttons of the answer. */
  children: ReactNode;
};

/** Where one answers. What is typed stays until the server has it, over errors and reloads. */
export function ReplyBox(props: ReplyBoxProps) {
  const { written, takesFocus, onHide, onSent, onManageReplies, children } = props;
  const t = useTexts(ticketDetailTexts);
  const { may } = usePermissions();
  const { ticket, draft, attachments } = written;
  const mayNote = may('messages.internal');
  const onlyNotes = ticketStatusAfter(ticket.status, 'customer_reply') === null;
  const isInternal = mayNote && (onlyNotes || draft.value.isInternal);
  const text = useRef<HTMLTextAreaElement>(null);
  const reply = useReply(written, isInternal, () => {
    onSent();
    text.current?.focus();
  });
  return (
    <div className="w-full">
      <AnsweredMeanwhile reply={reply} />
      <ArrivedMeanwhile reply={reply} />
      <FormProblem problem={reply.problem} title={t('reply.failed')} className="mb-2" />
      <AttachArea attachments={attachments}>
        <Textarea
          ref={text}
          label={t(isInternal ? 'reply.internalLabel' : 'reply.label')}
          hideLabel
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for it and is about to type
          autoFocus={takesFocus}
          rows={3}
          maxLength={TICKET_MESSAGE_MAX}
          placeholder={t(isInternal ? 'reply.internalPlaceholder' : 'reply.placeholder')}
          value={draft.value.body}
          onChange={(event) => draft.change({ body: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void reply.send();
          }}
          hint={useHint(ticket, isInternal)}
          className="[&_textarea]:max-h-[30dvh]"
        />
        <AttachedFiles attachments={attachments} />
      </AttachArea>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {children}
        {mayNote ? (
          <>
            <Switch
              label={t('reply.internal')}
              checked={isInternal}
              disabled={onlyNotes}
              onChange={(event) => draft.change({ isInternal: event.target.checked })}
            />
            <CannedRepliesMenu
              onChoose={(body) => draft.change({ body: joined(draft.value.body, body) })}
              onManage={onManageReplies}
            />
          </>
        ) : null}
        <AttachButton attachments={attachments} isTool />
        <span className="ml-auto flex flex-wrap gap-2">
          <Button variant="ghost" size="sm" onClick={onHide}>
            {t('reply.hide')}
          </Button>
          <Button
            size="sm"
            disabled={draft.value.body.trim() === '' || reply.asked !== null || !attachments.isReady}
            busy={reply.busy}
            onClick={() => void reply.send()}
          >
            {t(isInternal ? 'reply.sendInternal' : 'reply.send')}
          </Button>
        </span>
      </div>
    </div>
  );
}

function useHint(ticket: TicketDetail, isInternal: boolean): string {
  const t = useTexts(ticketDetailTexts);
  const { profile } = useSession();
  if (isInternal) return t('reply.internalHint');
  return profile.role === 'user' && ticket.status === 'resolved' ? t('reply.reopens') : t('reply.hint');
}

/** A reply written in advance goes below what has been written already. */
function joined(written: string, added: string): string {
  return written.trim() === '' ? added : `${written.trimEnd()}\n\n${added}`;
}

import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { ArrowDown } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { choiceField, useUrlState } from '../../shared/url-state.ts';
import { useOpenTitle } from '../../shared/use-open-title.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { CannedRepliesDialog } from './canned-replies/canned-replies-dialog.tsx';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import { MoveDialog } from './move-dialog.tsx';
import { MarkdownText } from './markdown-text.tsx';
import { MessageFiles } from './ticket-files/message-files.tsx';
import { ReplyBox } from './ticket-conversation/reply-box.tsx';
import { MainAction, OtherActions, type TicketDialogName } from './ticket-actions.tsx';
import { TicketConversation } from './ticket-conversation/ticket-conversation.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketHistoryList } from './ticket-conversation/ticket-history.tsx';
import { PriorityBadge, StatusBadge } from './ticket-looks.tsx';
import { readOlderHistory, readOlderMessages } from './tickets.api.ts';
import type { TicketDetail, TicketMessage } from './tickets.api.ts';
import { useAttachments } from './ticket-files/use-attachments.ts';
import { useDraft } from './ticket-conversation/use-draft.ts';
import { useEndOfConversation } from './ticket-conversation/use-end-of-conversation.ts';
import { type Older, useOlder } from './ticket-conversation/use-older.ts';
import { TicketForm } from './ticket-form.tsx';

const fields = { view: choiceField(['conversation', 'history'], 'conversation') };

/**
 * One ticket. Its height and the reader's place do not change: messages that arrive are added at the end, and
 * the reply is below the part that scrolls.
 */
export function TicketDetailDialog({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const t = useTexts(ticketDetailTexts);
  useOpenTitle(`#${ticket.number} ${ticket.title}`);
  const [dialog, setDialog] = useState<TicketDialogName | null>(null);
  const draft = useDraft(ticket.id);
  const attachments = useAttachments(draft);
  const isDrafted = draft.value.body !== '' || draft.value.files.length > 0;
  const [replying, setReplying] = useState<'no' | 'resumed' | 'begun'>(isDrafted ? 'resumed' : 'no');
  const messages = useOlder(ticket.messages, ticket.messages_total, (before) =>
    readOlderMessages(ticket.id, before),
  );
  const { end, arrived, showEnd, followNext } = useEndOfConversation(messages.lines);
  const more = <OtherActions ticket={ticket} onDialog={setDialog} onRemoved={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      title={<span className="wrap-anywhere">{ticket.title}</span>}
      description={
        <span className="flex flex-wrap items-center gap-2">
          <span className="tabular-nums">#{ticket.number}</span>
          <StatusBadge status={ticket.status} />
          <PriorityBadge priority={ticket.priority} />
        </span>
      }
      closeLabel={t('leave')}
      size="xl"
      className="h-full"
      // Not at the first link of the description, which may be far below.
      startsAtTitle
      footer={
        replying === 'no' ? (
          <>
            <div className="mr-auto grow-0!">{more}</div>
            <MainAction ticket={ticket} onDialog={setDialog} onReply={() => setReplying('begun')} />
          </>
        ) : (
          <ReplyBox
            written={{ ticket, draft, attachments }}
            takesFocus={replying === 'begun'}
            onHide={() => setReplying('no')}
            onSent={followNext}
            onManageReplies={() => setDialog('canned')}
          >
            {more}
          </ReplyBox>
        )
      }
    >
      <TicketBody ticket={ticket} messages={messages} />
      <ArrivedPill count={arrived} onShow={showEnd} />
      <div ref={end} className="h-px" />
      {dialog ? <TicketSubdialog name={dialog} ticket={ticket} onClose={() => setDialog(null)} /> : null}
    </Modal>
  );
}

type TicketBodyProps = { ticket: TicketDetail; messages: Older<TicketMessage> };

function TicketBody({ ticket, messages }: TicketBodyProps) {
  const t = useTexts(ticketDetailTexts);
  const history = useOlder(ticket.history, ticket.history_total, (before) =>
    readOlderHistory(ticket.id, before),
  );
  const [{ view }, setState] = useUrlState(fields);
  return (
    <div className="grid gap-5">
      <TicketFacts ticket={ticket} />
      <section aria-labelledby="ticket-description">
        <h3 id="ticket-description" className="mb-1 text-sm font-medium text-muted">
          {t('description')}
        </h3>
        <MarkdownText source={ticket.description} />
        <MessageFiles ticket={ticket.id} files={ticket.attachments} />
      </section>
      <div>
        <Tabs
          label={t('tabs.label')}
          items={[
            { value: 'conversation' as const, label: t('tabs.conversation'), count: ticket.messages_total },
            { value: 'history' as const, label: t('tabs.history') },
          ]}
          value={view}
          onValueChange={(next) => setState({ view: next }, { replace: true })}
        >
          <TabPanel value="conversation">
            <TicketConversation ticket={ticket.id} messages={messages} />
          </TabPanel>
          <TabPanel value="history">
            <TicketHistoryList history={history} />
          </TabPanel>
        </Tabs>
      </div>
    </div>
  );
}

type TicketSubdialogProps = { name: TicketDialogName; ticket: TicketDetail; onClose: () => void };

/** The dialogs over an open ticket. */
function TicketSubdialog({ name, ticket, onClose }: TicketSubdialogProps) {
  switch (name) {
    case 'assign':
      return <AssignDialog ticket={ticket} onClose={onClose} />;
    case 'edit':
      return <TicketForm ticket={ticket} onClose={onClose} />;
    case 'canned':
      return <CannedRepliesDialog onClose={onClose} />;
    case 'resolve':
    case 'close':
    case 'reopen':
      return <MoveDialog move={name} ticket={ticket} onClose={onClose} />;
  }
}

type ArrivedPillProps = { count: number; onShow: () => void };

/** Over the lower edge of what one reads, which it does not move. */
function ArrivedPill({ count, onShow }: ArrivedPillProps) {
  const t = useTexts(ticketDetailTexts);
  return (
    <div role="status" className="sticky bottom-9 z-1 flex h-0 justify-center">
      {count > 0 ? (
        <Button
          size="sm"
          icon={<ArrowDown size={14} />}
          className="rounded-full shadow-float"
          onClick={onShow}
        >
          {t('conversation.arrived', { count })}
        </Button>
      ) : null}
    </div>
  );
}

import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { useConfirm } from '../../../shared/confirm.tsx';
import { LoadFailed } from '../../../shared/load-failed.tsx';
import { runFromToast } from '../../../shared/run-from-toast.ts';
import { BinEntries, BinNote } from '../../bin/bin.face.ts';
import { CannedReplyForm } from './canned-reply-form.tsx';
import { restoreCannedReply, useCannedRepliesChanged, useDeleteCannedReply } from './canned-replies.api.ts';
import { ticketDetailTexts } from '../ticket-detail.es.ts';
import { type CannedReply, cannedRepliesQuery } from '../tickets.api.ts';

/** 'Respuestas guardadas': add, change, remove, and bring back from the bin. */
export function CannedRepliesDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(ticketDetailTexts);
  /** Of the bin; 0: the replies themselves are shown. */
  const [binPage, setBinPage] = useState(0);
  const [edited, setEdited] = useState<CannedReply | 'new' | null>(null);
  const bin = useRef<HTMLElement>(null);
  /** From the question before a reply is deleted: what was pressed there is gone, and so is what opened it. */
  const goToBin = () => {
    flushSync(() => setBinPage(1));
    bin.current?.focus();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={t('canned.title')}
      closeLabel={t('leave')}
      size="lg"
      footer={
        <>
          <Button
            variant={binPage ? 'secondary' : 'outline'}
            icon={<Trash2 size={16} aria-hidden />}
            aria-pressed={binPage > 0}
            onClick={() => setBinPage(binPage ? 0 : 1)}
          >
            {t('canned.bin')}
          </Button>
          <Button icon={<Plus size={16} />} onClick={() => setEdited('new')}>
            {t('canned.add')}
          </Button>
        </>
      }
    >
      {binPage ? (
        <section ref={bin} aria-label={t('canned.bin')} tabIndex={-1} className="rounded-sm">
          <BinEntries asked={{ type: 'canned_reply', page: binPage }} onPageChange={setBinPage} />
        </section>
      ) : (
        <Replies onEdit={setEdited} onShowBin={goToBin} />
      )}
      {edited ? (
        <CannedReplyForm reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
    </Modal>
  );
}

type RepliesProps = { onEdit: (reply: CannedReply) => void; onShowBin: () => void };

function Replies({ onEdit, onShowBin }: RepliesProps) {
  const t = useTexts(ticketDetailTexts);
  const replies = useQuery(cannedRepliesQuery);
  const items = replies.data?.items ?? [];
  return (
    <>
      {replies.isSuccess && items.length === 0 ? <EmptyState title={t('canned.none')} /> : null}
      {replies.isPending ? (
        <div role="status" aria-label={t('canned.loading')} className="grid gap-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : null}
      {replies.isError && !replies.data ? (
        <LoadFailed title={t('canned.failed')} error={replies.error} onRetry={replies.refetch} />
      ) : null}
      <ul className="divide-y divide-line">
        {items.map((reply) => (
          <CannedReplyItem key={reply.id} reply={reply} onEdit={() => onEdit(reply)} onShowBin={onShowBin} />
        ))}
      </ul>
    </>
  );
}

/** A sentence, and the way to the bin of this dialog. */
const withBin = (text: string, onShow: () => void) => (leave: () => void) => (
  <>
    {text} <BinNote onLeave={leave} onShow={onShow} />
  </>
);

type CannedReplyItemProps = { reply: CannedReply; onEdit: () => void; onShowBin: () => void };

function CannedReplyItem({ reply, onEdit, onShowBin }: CannedReplyItemProps) {
  const t = useTexts(ticketDetailTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const deleteReply = useDeleteCannedReply();
  const changed = useCannedRepliesChanged();
  const { title, body } = reply;
  const remove = async () => {
    const yes = await confirm({
      title: t('canned.confirmRemove', { title }),
      consequence: withBin(t('canned.confirmRemoveBody'), onShowBin),
      confirmLabel: t('actions.remove'),
    });
    if (!yes) return;
    const bringBack = () =>
      runFromToast({
        run: () => restoreCannedReply(reply),
        tell: notifyFailure,
        retryLabel: t('retry'),
        back: { id: reply.id, read: changed },
      });
    await deleteReply.mutateAsync(reply).then(
      () =>
        notify.success(t('canned.removed'), {
          action: { label: t('remove.undo'), undoes: true, onClick: bringBack },
        }),
      notifyFailure,
    );
  };
  return (
    <li data-row={reply.id} className="flex items-center gap-2 py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{title}</span>
        <span className="block truncate text-sm text-muted">{body}</span>
      </span>
      <Button variant="ghost" size="sm" iconOnly aria-label={t('canned.edit', { title })} onClick={onEdit}>
        <Pencil size={16} />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('canned.remove', { title })}
        onClick={() => void remove()}
      >
        <Trash2 size={16} />
      </Button>
    </li>
  );
}

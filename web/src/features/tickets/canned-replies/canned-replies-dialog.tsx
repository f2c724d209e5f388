import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { useConfirm } from '../../../shared/confirm.tsx';
import { LoadFailed } from '../../../shared/load-failed.tsx';
import { runFromToast } from '../../../shared/run-from-toast.ts';
import { CannedReplyForm } from './canned-reply-form.tsx';
import { saveCannedReply, useCannedRepliesChanged, useDeleteCannedReply } from './canned-replies.api.ts';
import { detailTexts } from '../detail.es.ts';
import { type CannedReply, cannedRepliesQuery } from '../tickets.api.ts';

/** 'Respuestas guardadas': add, change, remove. */
export function CannedRepliesDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(detailTexts);
  const replies = useQuery(cannedRepliesQuery);
  const [edited, setEdited] = useState<CannedReply | 'new' | null>(null);
  const items = replies.data?.items ?? [];
  return (
    <Modal
      open
      onClose={onClose}
      title={t('canned.title')}
      closeLabel={t('leave')}
      size="lg"
      footer={
        <Button icon={<Plus size={16} />} onClick={() => setEdited('new')}>
          {t('canned.add')}
        </Button>
      }
    >
      {replies.isSuccess && items.length === 0 ? <EmptyState title={t('canned.none')} /> : null}
      {replies.isPending ? (
        <div role="status" aria-label={t('canned.loading')} className="grid gap-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : null}
      {replies.isError && !replies.data ? (
        <LoadFailed title={t('canned.failed')} onRetry={replies.refetch} />
      ) : null}
      <ul className="divide-y divide-line">
        {items.map((reply) => (
          <CannedReplyItem key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
        ))}
      </ul>
      {edited ? (
        <CannedReplyForm reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
    </Modal>
  );
}

function CannedReplyItem({ reply, onEdit }: { reply: CannedReply; onEdit: () => void }) {
  const t = useTexts(detailTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const deleteReply = useDeleteCannedReply();
  const changed = useCannedRepliesChanged();
  const { title, body } = reply;
  const remove = async () => {
    const yes = await confirm({
      title: t('canned.confirmRemove', { title }),
      consequence: t('canned.confirmRemoveBody'),
      confirmLabel: t('actions.remove'),
    });
    if (!yes) return;
    const writeAgain = () =>
      runFromToast({
        run: () => saveCannedReply(null, { title, body }).then(changed),
        tell: notifyFailure,
        retryLabel: t('retry'),
      });
    await deleteReply
      .mutateAsync(reply)
      .then(
        () =>
          notify.success(t('canned.removed'), { action: { label: t('remove.undo'), onClick: writeAgain } }),
        notifyFailure,
      );
  };
  return (
    <li className="flex items-center gap-2 py-2">
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

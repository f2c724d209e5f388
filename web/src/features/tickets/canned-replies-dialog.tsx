import { CANNED_REPLY_TITLE_MAX, TICKET_MESSAGE_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Modal } from '@atalaya/ui/modal';
import { TextInput } from '@atalaya/ui/text-input';
import { Textarea } from '@atalaya/ui/textarea';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { saveCannedReply, useCannedRepliesChanged, useDeleteCannedReply } from './canned-replies.api.ts';
import { detailTexts } from './detail-texts.ts';
import { type CannedReply, cannedRepliesQuery } from './tickets.api.ts';

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
      {replies.isError ? <EmptyState title={t('canned.failed')} /> : null}
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
  const { title } = reply;
  const remove = async () => {
    const yes = await confirm({
      title: t('canned.confirmRemove', { title }),
      consequence: t('canned.confirmRemoveBody'),
      confirmLabel: t('actions.remove'),
    });
    if (yes)
      await deleteReply.mutateAsync(reply).then(() => notify.success(t('canned.removed')), notifyFailure);
  };
  return (
    <li className="flex items-center gap-2 py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{title}</span>
        <span className="block truncate text-sm text-muted">{reply.body}</span>
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

function CannedReplyForm({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const t = useTexts(detailTexts);
  const changed = useCannedRepliesChanged();
  const form = useForm({
    mode: 'onTouched',
    defaultValues: { title: reply?.title ?? '', body: reply?.body ?? '' },
  });
  const { errors } = form.formState;
  const filled = (value: string) => value.trim() !== '' || t('form.missing');
  return (
    <FormDialog
      form={form}
      title={reply ? t('canned.editTitle') : t('canned.createTitle')}
      submitLabel={t('canned.save')}
      send={(values) => saveCannedReply(reply, values)}
      onSent={() => {
        changed();
        notify.success(t('canned.saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('canned.name')}
        required
        autoFocus
        maxLength={CANNED_REPLY_TITLE_MAX}
        error={errors.title?.message}
        {...form.register('title', { validate: filled })}
      />
      <Textarea
        label={t('canned.body')}
        required
        maxLength={TICKET_MESSAGE_MAX}
        error={errors.body?.message}
        {...form.register('body', { validate: filled })}
      />
    </FormDialog>
  );
}

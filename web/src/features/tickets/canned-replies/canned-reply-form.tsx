import { CANNED_REPLY_TITLE_MAX, TICKET_MESSAGE_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import { Textarea } from '@atalaya/ui/textarea';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { StaleNotice } from '../../../shared/stale-notice.tsx';
import { useStaleForm } from '../../../shared/use-stale-form.ts';
import { saveCannedReply, useCannedRepliesChanged } from './canned-replies.api.ts';
import { ticketDetailTexts } from '../ticket-detail.es.ts';
import type { CannedReply } from '../tickets.api.ts';

const valuesOf = (reply: CannedReply | null) => ({ title: reply?.title ?? '', body: reply?.body ?? '' });

/** A new reply (null), or one that is there. */
export function CannedReplyForm({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const t = useTexts(ticketDetailTexts);
  const changed = useCannedRepliesChanged();
  const form = useForm({ mode: 'onTouched', defaultValues: valuesOf(reply) });
  const { stored, stale, onError } = useStaleForm(form, reply, valuesOf);
  return (
    <FormDialog
      form={form}
      title={reply ? t('canned.editTitle') : t('canned.createTitle')}
      submitLabel={t('canned.save')}
      canSubmit={!stale}
      send={(values) => saveCannedReply(stored, values)}
      onError={onError}
      onSent={() => {
        void changed();
        notify.success(t('canned.saved'));
        onClose();
      }}
      onClose={onClose}
    >
      {stale ? (
        <StaleNotice
          lines={[
            [t('canned.name'), stale.mine.title, stale.stored.title],
            [t('canned.body'), stale.mine.body, stale.stored.body],
          ]}
          {...stale}
        />
      ) : null}
      <TextInput
        label={t('canned.name')}
        required
        {...filledField(form, 'title', { max: CANNED_REPLY_TITLE_MAX, missing: t('form.missing') })}
      />
      <Textarea
        label={t('canned.body')}
        required
        {...filledField(form, 'body', { max: TICKET_MESSAGE_MAX, missing: t('form.missing') })}
      />
    </FormDialog>
  );
}

import { REASON_MAX } from '@atalaya/contract/billing-limits';
import { Textarea } from '@atalaya/ui/textarea';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { type MandateDetail, cancelMandate, useMandatesChanged } from './mandates.api.ts';
import { mandatesTexts } from './mandates.es.ts';

/** Cancels a mandate for good, with the reason. */
export function CancelDialog({ mandate, onClose }: { mandate: MandateDetail; onClose: () => void }) {
  const t = useTexts(mandatesTexts);
  const changed = useMandatesChanged();
  const form = useForm({ mode: 'onTouched', defaultValues: { reason: '' } });
  const close = () => {
    changed();
    onClose();
  };
  return (
    <FormDialog
      form={form}
      danger
      title={t('canceling.title', { reference: mandate.reference })}
      description={t('canceling.body')}
      submitLabel={t('canceling.confirm')}
      send={(values) => cancelMandate(mandate.id, values)}
      onSent={() => {
        notify.success(t('canceling.done'));
        close();
      }}
      onClose={close}
    >
      <Textarea
        label={t('canceling.reason')}
        required
        maxLength={REASON_MAX}
        error={form.formState.errors.reason?.message}
        {...form.register('reason', { validate: (value) => value.trim() !== '' || t('missing') })}
      />
    </FormDialog>
  );
}

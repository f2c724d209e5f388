import { REASON_MAX } from '@atalaya/contract/billing-limits';
import { Textarea } from '@atalaya/ui/textarea';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { useRequestId } from '../../../shared/use-request-id.ts';
import { billingTexts } from '../billing.es.ts';
import { type InvoiceDetail, useBillingChanged, voidInvoice } from '../billing.api.ts';

type VoidDialogProps = {
  invoice: InvoiceDetail;
  /** With the id of the rectifying invoice. */
  onVoided: (id: string) => void;
  onClose: () => void;
};

/** Voids an invoice by a rectifying one, with a reason. */
export function VoidDialog({ invoice, onVoided, onClose }: VoidDialogProps) {
  const t = useTexts(billingTexts);
  const changed = useBillingChanged();
  const request = useRequestId();
  const form = useForm({ mode: 'onTouched', defaultValues: { reason: '' } });
  return (
    <FormDialog
      form={form}
      title={t('voiding.title', { code: invoice.code })}
      description={t('voiding.body')}
      danger
      submitLabel={t('voiding.confirm')}
      send={({ reason }) =>
        voidInvoice(invoice.id, { reason, request_id: request.of({ id: invoice.id, reason }) })
      }
      onSent={({ id }) => {
        changed();
        notify.success(t('voiding.done'));
        onVoided(id);
      }}
      onClose={onClose}
    >
      <Textarea
        label={t('voiding.reason')}
        required
        maxLength={REASON_MAX}
        error={form.formState.errors.reason?.message}
        {...form.register('reason', { validate: (value) => value.trim() !== '' || t('missing') })}
      />
    </FormDialog>
  );
}

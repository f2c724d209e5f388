import { REASON_MAX } from '@atalaya/contract/billing-limits';
import { Textarea } from '@atalaya/ui/textarea';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { billingTexts } from '../billing.es.ts';
import { type InvoiceDetail, annulInvoice, useBillingChanged } from '../billing.api.ts';

/** Annuls an invoice that should never have been issued, with a reason. */
export function AnnulDialog({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const t = useTexts(billingTexts);
  const changed = useBillingChanged();
  const form = useForm({ mode: 'onTouched', defaultValues: { reason: '' } });
  return (
    <FormDialog
      form={form}
      title={t('annulling.title', { code: invoice.code })}
      description={t('annulling.body')}
      danger
      submitLabel={t('annulling.confirm')}
      send={(values) => annulInvoice(invoice.id, values)}
      onSent={() => {
        changed();
        notify.success(t('annulling.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <Textarea
        label={t('invoice.reason')}
        required
        {...filledField(form, 'reason', { max: REASON_MAX, missing: t('missing') })}
      />
    </FormDialog>
  );
}

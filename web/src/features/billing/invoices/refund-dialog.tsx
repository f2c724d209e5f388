import { REASON_MAX } from '@atalaya/contract/billing-limits';
import { Textarea } from '@atalaya/ui/textarea';
import { useForm } from 'react-hook-form';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { parseHundredths, typedHundredths } from '../../../shared/typed-amount.ts';
import { useRequestId } from '../../../shared/use-request-id.ts';
import { billingTexts } from '../billing.es.ts';
import { type InvoiceDetail, refundPayment, useBillingChanged } from '../billing.api.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { PaymentFields, type PaymentValues, paymentValues, sentPayment } from './payment-fields.tsx';

type RefundValues = PaymentValues & { reason: string };
type RefundDialogProps = {
  invoice: InvoiceDetail;
  payment: InvoiceDetail['payments'][number];
  onClose: () => void;
};

/** Pays a payment back, or a part of it: its invoice is owed again. */
export function RefundDialog({ invoice, payment, onClose }: RefundDialogProps) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const { day, money } = useBillingFormat();
  const changed = useBillingChanged();
  const request = useRequestId();
  const left = payment.refundable_cents;
  const form = useForm<RefundValues>({
    mode: 'onTouched',
    defaultValues: { ...paymentValues(typedHundredths(left, language), payment.method), reason: '' },
  });
  return (
    <FormDialog
      form={form}
      title={t('refunding.title')}
      description={t('refunding.of', {
        code: invoice.code,
        date: day(payment.paid_on),
        amount: money(left, payment.currency),
      })}
      submitLabel={t('refunding.confirm')}
      send={(values) => {
        const amount_cents = parseHundredths(values.amount_cents, language) ?? 0;
        const sent = { amount_cents, reason: values.reason, ...sentPayment(values) };
        return refundPayment(payment.id, { ...sent, request_id: request.of({ id: payment.id, ...sent }) });
      }}
      codeFields={{ 'payment.refund_exceeds': 'amount_cents' }}
      onSent={() => {
        changed();
        notify.success(t('refunding.done'));
        onClose();
      }}
      onClose={() => {
        // As of payments: what was sent in vain may have arrived.
        changed();
        onClose();
      }}
    >
      <PaymentFields form={form} left={left} currency={payment.currency} />
      <Textarea
        className="mt-4"
        label={t('refunding.reason')}
        required
        {...filledField(form, 'reason', { max: REASON_MAX, missing: t('missing') })}
      />
    </FormDialog>
  );
}

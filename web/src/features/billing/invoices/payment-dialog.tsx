import { useForm } from 'react-hook-form';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { parseHundredths, typedHundredths } from '../../../shared/typed-amount.ts';
import { useRequestId } from '../../../shared/use-request-id.ts';
import { billingTexts } from '../billing.es.ts';
import { type InvoiceDetail, registerPayment, useBillingChanged } from '../billing.api.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { PaymentFields, type PaymentValues, paymentValues, sentPayment } from './payment-fields.tsx';

type PaymentDialogProps = { invoice: InvoiceDetail; onClose: () => void };

/** A payment of what is left of an invoice, or of a part of it; of a rectifying one, what was paid back. */
export function PaymentDialog({ invoice, onClose }: PaymentDialogProps) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const { money } = useBillingFormat();
  const changed = useBillingChanged();
  const request = useRequestId();
  const left = Math.abs(invoice.outstanding_cents);
  const sign = Math.sign(invoice.outstanding_cents);
  const form = useForm<PaymentValues>({
    mode: 'onTouched',
    defaultValues: paymentValues(typedHundredths(left, language), 'transfer'),
  });
  return (
    <FormDialog
      form={form}
      title={t(sign < 0 ? 'payment.refundTitle' : 'payment.title')}
      description={t('payment.of', { code: invoice.code, amount: money(left, invoice.currency) })}
      submitLabel={t('payment.confirm')}
      send={(values) => {
        const amount_cents = sign * (parseHundredths(values.amount_cents, language) ?? 0);
        const sent = { amount_cents, ...sentPayment(values) };
        return registerPayment(invoice.id, { ...sent, request_id: request.of(sent) });
      }}
      codeFields={{ 'invoice.amount_exceeds': 'amount_cents' }}
      onSent={() => {
        changed();
        notify.success(t('payment.done'));
        onClose();
      }}
      onClose={() => {
        // What was sent in vain may have arrived: it is shown before it is sent again from a new dialog.
        changed();
        onClose();
      }}
    >
      <PaymentFields form={form} left={left} currency={invoice.currency} />
    </FormDialog>
  );
}

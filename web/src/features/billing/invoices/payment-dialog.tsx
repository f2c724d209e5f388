import { PAYMENT_METHODS } from '@atalaya/contract/choices';
import { PAYMENT_REFERENCE_MAX } from '@atalaya/contract/billing-limits';
import { DayField } from '@atalaya/ui/day-field';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { parseHundredths, typedHundredths } from '../../../shared/typed-amount.ts';
import { useRequestId } from '../../../shared/use-request-id.ts';
import { billingTexts } from '../billing.es.ts';
import { localToday } from '../billing-values.ts';
import {
  type InvoiceDetail,
  type PaymentMethod,
  registerPayment,
  useBillingChanged,
} from '../billing.api.ts';
import { useBillingFormat } from '../use-billing-format.ts';

type PaymentValues = { amount_cents: string; method: PaymentMethod; paid_on: string; reference: string };
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
    defaultValues: {
      amount_cents: typedHundredths(left, language),
      method: 'transfer',
      paid_on: localToday(),
      reference: '',
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(sign < 0 ? 'payment.refundTitle' : 'payment.title')}
      description={t('payment.of', { code: invoice.code, amount: money(left, invoice.currency) })}
      submitLabel={t('payment.confirm')}
      send={({ amount_cents, method, paid_on, reference }) => {
        const sent = {
          amount_cents: sign * (parseHundredths(amount_cents, language) ?? 0),
          method,
          paid_on,
          ...(reference.trim() ? { reference: reference.trim() } : {}),
        };
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
      <Fields form={form} left={left} currency={invoice.currency} />
    </FormDialog>
  );
}

type FieldsProps = { form: UseFormReturn<PaymentValues>; left: number; currency: string };

function Fields({ form, left, currency }: FieldsProps) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const { money } = useBillingFormat();
  const { errors } = form.formState;
  const check = (typed: string) => {
    const cents = parseHundredths(typed, language);
    if (cents === null || cents === 0) return t('payment.amountInvalid');
    return cents <= left || t('payment.amountTooBig', { amount: money(left, currency) });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextInput
        label={t('payment.amount', { currency })}
        required
        inputMode="decimal"
        error={errors.amount_cents?.message}
        {...form.register('amount_cents', { validate: check })}
      />
      <Controller
        control={form.control}
        name="method"
        render={({ field, fieldState }) => (
          <Select
            label={t('payment.method')}
            required
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={PAYMENT_METHODS.map((each) => ({ value: each, label: t(`methods.${each}`) }))}
          />
        )}
      />
      <PaidOn form={form} />
      <TextInput
        label={t('payment.reference')}
        maxLength={PAYMENT_REFERENCE_MAX}
        error={errors.reference?.message}
        {...form.register('reference')}
      />
    </div>
  );
}

function PaidOn({ form }: Pick<FieldsProps, 'form'>) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  return (
    <Controller
      control={form.control}
      name="paid_on"
      rules={{ required: t('payment.dateMissing') }}
      render={({ field, fieldState }) => (
        <DayField
          ref={field.ref}
          label={t('payment.date')}
          required
          locale={language}
          defaultValue={field.value}
          onDayChange={(day) => field.onChange(day ?? '')}
          onBlur={field.onBlur}
          max={localToday()}
          pickLabel={t('payment.pickDate')}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

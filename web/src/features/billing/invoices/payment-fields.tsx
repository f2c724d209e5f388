import { PAYMENT_METHODS } from '@atalaya/contract/choices';
import { PAYMENT_INSTITUTION_MAX, PAYMENT_REFERENCE_MAX } from '@atalaya/contract/billing-limits';
import {
  PAYMENT_FIELDS,
  type PaymentField,
  type PaymentMethod,
  wrongPaymentFields,
} from '@atalaya/contract/payment-data';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { type Control, Controller, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { FormDayField } from '../../../shared/form-day-field.tsx';
import { localDay } from '../../../shared/local-day.ts';
import { parseHundredths } from '../../../shared/typed-amount.ts';
import { billingTexts } from '../billing.es.ts';
import { useBillingFormat } from '../use-billing-format.ts';

/** What was paid or paid back, when and how, as it is typed. */
export type PaymentValues = {
  amount_cents: string;
  method: PaymentMethod;
  paid_on: string;
} & Record<PaymentField, string>;

/** Today, for all that is left; the data of the method is typed. */
export const paymentValues = (amount_cents: string, method: PaymentMethod): PaymentValues => ({
  amount_cents,
  method,
  paid_on: localDay(),
  reference: '',
  institution: '',
  last_four: '',
});

/** How and when it was paid as it is sent: what the method has, without what was left empty. */
export function sentPayment({ method, paid_on, ...typed }: PaymentValues) {
  const data = PAYMENT_FIELDS[method].map((field) => [field, typed[field].trim()] as const);
  const said: Partial<Record<PaymentField, string>> = Object.fromEntries(
    data.filter(([, value]) => value !== ''),
  );
  return { method, paid_on, ...said };
}

type PaymentFieldsProps<Values extends PaymentValues> = {
  form: UseFormReturn<Values>;
  /** The most that the amount can be. */
  left: number;
  currency: string;
};

/** Amount, method, day, and what the method says of itself. */
export function PaymentFields<Values extends PaymentValues>({
  form,
  left,
  currency,
}: PaymentFieldsProps<Values>) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const { money } = useBillingFormat();
  // Every form that has these fields has them under these names.
  const { control, register, setValue } = form as unknown as UseFormReturn<PaymentValues>;
  const { errors } = useFormState({ control });
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
        {...register('amount_cents', { validate: check })}
      />
      <Controller
        control={control}
        name="method"
        render={({ field, fieldState }) => (
          <Select
            label={t('payment.method')}
            required
            value={field.value}
            onValueChange={(method) => {
              field.onChange(method);
              // A bank is no brand of a card.
              setValue('institution', '');
              setValue('last_four', '');
            }}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={PAYMENT_METHODS.map((each) => ({ value: each, label: t(`methods.${each}`) }))}
          />
        )}
      />
      <PaidOn control={control} />
      <DataFields form={{ control, register }} />
    </div>
  );
}

type FormPart = Pick<UseFormReturn<PaymentValues>, 'control' | 'register'>;
const LENGTHS = { reference: PAYMENT_REFERENCE_MAX, institution: PAYMENT_INSTITUTION_MAX, last_four: 4 };

/** Those of the chosen method, under the names that it gives them. */
function DataFields({ form: { control, register } }: { form: FormPart }) {
  const t = useTexts(billingTexts);
  const method = useWatch({ control, name: 'method' });
  const { errors } = useFormState({ control });
  return PAYMENT_FIELDS[method].map((field) => (
    <TextInput
      key={`${method} ${field}`}
      label={t(`payment.data.${method}.${field}` as 'payment.data.card.reference')}
      maxLength={method === 'direct_debit' ? 35 : LENGTHS[field]}
      error={errors[field]?.message}
      {...register(field, {
        validate: (value) =>
          wrongPaymentFields(method, { [field]: value.trim().toUpperCase() }).length === 0 ||
          t(field === 'last_four' ? `payment.lastFourInvalid.${cardOr(method)}` : 'payment.mandateInvalid'),
      })}
    />
  ));
}

const cardOr = (method: PaymentMethod) => (method === 'card' ? 'card' : 'transfer');

function PaidOn({ control }: { control: Control<PaymentValues> }) {
  const t = useTexts(billingTexts);
  return (
    <FormDayField
      control={control}
      name="paid_on"
      rules={{ required: t('payment.dateMissing') }}
      label={t('payment.date')}
      max={localDay()}
      pickLabel={t('payment.pickDate')}
    />
  );
}

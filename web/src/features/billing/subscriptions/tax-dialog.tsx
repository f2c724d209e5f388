import { TAX_TREATMENTS } from '@atalaya/contract/choices';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Controller, useForm } from 'react-hook-form';
import type { Language } from '../../../platform/messages/chosen-language.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { parseHundredths, typedHundredths } from '../../../shared/typed-amount.ts';
import { billingTexts } from '../billing.es.ts';
import { type Subscription, type TaxTreatment, changeTax, useBillingChanged } from '../billing.api.ts';

type TaxValues = { tax_treatment: TaxTreatment; tax_rate: string };
type TaxDialogProps = { subscription: Subscription; onClose: () => void };

const parseRate = (typed: string, language: Language) => {
  const rate = parseHundredths(typed, language);
  return rate !== null && rate <= 10_000 ? rate : null;
};

/** How an organization is taxed from its next invoice on. */
export function TaxDialog({ subscription, onClose }: TaxDialogProps) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const changed = useBillingChanged();
  const { tax_treatment, tax_rate } = subscription;
  const form = useForm<TaxValues>({
    mode: 'onTouched',
    defaultValues: { tax_treatment, tax_rate: typedHundredths(tax_rate, language) },
  });
  return (
    <FormDialog
      form={form}
      title={t('tax.dialog')}
      description={t('tax.hint')}
      submitLabel={t('tax.save')}
      send={(values) =>
        changeTax(subscription.organization.id, {
          tax_treatment: values.tax_treatment,
          tax_rate: parseRate(values.tax_rate, language) ?? tax_rate,
        })
      }
      codeFields={{ 'subscription.vat_number_required': 'tax_treatment' }}
      onSent={() => {
        changed();
        notify.success(t('tax.saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="tax_treatment"
        render={({ field, fieldState }) => (
          <Select
            label={t('tax.treatment')}
            required
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={TAX_TREATMENTS.map((each) => ({ value: each, label: t(`tax.${each}`) }))}
          />
        )}
      />
      {form.watch('tax_treatment') === 'standard' ? (
        <TextInput
          label={t('tax.rateField')}
          required
          inputMode="decimal"
          error={form.formState.errors.tax_rate?.message}
          {...form.register('tax_rate', {
            validate: (value) => parseRate(value, language) !== null || t('tax.rateInvalid'),
            shouldUnregister: false,
          })}
        />
      ) : null}
    </FormDialog>
  );
}

import { isEmail } from '@atalaya/contract/email-address';
import { EMAIL_MAX, TAX_ID_MAX } from '@atalaya/contract/limits';
import { isWrongNif, taxIdProblem } from '@atalaya/contract/tax-id';
import { Combobox } from '@atalaya/ui/combobox';
import { TextInput } from '@atalaya/ui/text-input';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { fieldErrorTexts } from '../../platform/messages/errors.es.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { OrganizationValues } from './organization-values.ts';
import { organizationsTexts } from './organizations.es.ts';
import { findCountries } from './countries.ts';

type BillingFieldsProps = { form: UseFormReturn<OrganizationValues>; titled: boolean };

/** Country, tax id and billing e-mail; with a heading where other fields are above. */
export function BillingFields({ form, titled }: BillingFieldsProps) {
  const t = useTexts(organizationsTexts);
  const problemText = useTexts(fieldErrorTexts);
  const { errors, defaultValues } = form.formState;
  const [country, taxId] = form.watch(['country', 'tax_id']);
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className={titled ? 'pt-2 pb-3 font-semibold' : 'sr-only'}>{t('form.billing')}</legend>
      <CountryField form={form} />
      <TextInput
        label={t('form.taxId')}
        maxLength={TAX_ID_MAX}
        // No country says which rule counts: told, not refused.
        hint={country === null && isWrongNif(taxId) ? t('form.taxIdWithoutCountry') : undefined}
        error={errors.tax_id?.message}
        {...form.register('tax_id', {
          validate: (value, { country }) => {
            const isStored =
              value === defaultValues?.tax_id && country?.value === defaultValues.country?.value;
            const problem = isStored ? null : taxIdProblem(country?.value ?? null, value.trim() || null);
            return problem === null || problemText(problem);
          },
        })}
      />
      <TextInput
        type="email"
        label={t('form.billingEmail')}
        maxLength={EMAIL_MAX}
        error={errors.billing_email?.message}
        {...form.register('billing_email', {
          validate: (value) => value.trim() === '' || isEmail(value) || t('form.emailInvalid'),
        })}
      />
    </fieldset>
  );
}

function CountryField({ form }: Pick<BillingFieldsProps, 'form'>) {
  const t = useTexts(organizationsTexts);
  const { language } = useLanguage();
  return (
    <Controller
      control={form.control}
      name="country"
      rules={{ deps: ['tax_id'] }}
      render={({ field, fieldState }) => (
        <Combobox
          value={field.value}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          load={(typed) => Promise.resolve(findCountries(typed, language))}
          texts={{
            label: t('form.country'),
            placeholder: t('form.countryPlaceholder'),
            loading: t('loading'),
            empty: t('form.countryEmpty'),
            failed: t('form.countryEmpty'),
            clear: t('form.countryClear'),
          }}
        />
      )}
    />
  );
}

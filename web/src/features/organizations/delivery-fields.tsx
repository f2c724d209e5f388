import {
  OFFICE_CODE,
  OFFICE_CODE_MAX,
  OFFICE_FIELDS,
  POSTAL_FIELDS,
  POSTAL_MAX,
} from '@atalaya/contract/delivery-data';
import { TextInput } from '@atalaya/ui/text-input';
import type { UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { deliveryTexts } from './delivery.es.ts';
import type { OrganizationValues } from './organization-values.ts';

/** The address of a company, and the offices of an administration that take its invoices. */
export function DeliveryFields({ form }: { form: UseFormReturn<OrganizationValues> }) {
  const t = useTexts(deliveryTexts);
  const { errors } = form.formState;
  return (
    <>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="pt-2 pb-3 font-semibold">{t('postal')}</legend>
        {POSTAL_FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`words.${field}`)}
            maxLength={POSTAL_MAX[field]}
            error={errors[field]?.message}
            {...form.register(field)}
          />
        ))}
      </fieldset>
      <fieldset className="grid gap-4 sm:grid-cols-3">
        <legend className="pt-2 pb-1 font-semibold">{t('offices')}</legend>
        <p className="text-sm text-muted sm:col-span-3">{t('officesHint')}</p>
        {OFFICE_FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`words.${field}`)}
            maxLength={OFFICE_CODE_MAX}
            error={errors[field]?.message}
            {...form.register(field, {
              validate: (value) =>
                value.trim() === '' || OFFICE_CODE.test(value.trim().toUpperCase()) || t('officeInvalid'),
            })}
          />
        ))}
      </fieldset>
    </>
  );
}

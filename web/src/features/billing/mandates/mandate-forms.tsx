import {
  BIC_MAX,
  IBAN_TYPED_MAX,
  MANDATE_REFERENCE_MAX,
  MANDATE_TYPES,
  MANDATE_USES,
  SEPA_NAME_MAX,
} from '@atalaya/contract/debit-codes';
import { MANDATE_REFERENCE } from '@atalaya/contract/payment-data';
import { Checkbox } from '@atalaya/ui/checkbox';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { FormDayField } from '../../../shared/form-day-field.tsx';
import { OrganizationPicker } from '../../organizations/organizations.face.ts';
import { StaleNotice } from '../../../shared/stale-notice.tsx';
import { type StaleValues, useStaleForm } from '../../../shared/use-stale-form.ts';
import { localDay } from '../../../shared/local-day.ts';
import { type MandateDetail, amendMandate, signMandate, useMandatesChanged } from './mandates.api.ts';
import { mandatesTexts } from './mandates.es.ts';

type Amendable = { reference: string; debtor_name: string; iban: string; bic: string; is_last: boolean };
type Signed = Amendable & {
  organization_id: { value: string; label: string } | null;
  type: (typeof MANDATE_TYPES)[number];
  use: (typeof MANDATE_USES)[number];
  signed_on: string;
};

const amendableOf = ({ reference, debtor_name, iban, bic, is_last }: MandateDetail): Amendable => ({
  reference,
  debtor_name,
  iban,
  bic: bic ?? '',
  is_last,
});

const CODE_FIELDS = { 'mandate.reference_taken': 'reference' } as const;
const sentOf = ({ reference, debtor_name, iban, bic, is_last }: Amendable) => ({
  reference: reference.trim(),
  debtor_name,
  iban,
  bic: bic.trim() || null,
  is_last,
});

/** A mandate that a company has signed. */
export function SignDialog({ onSigned, onClose }: { onSigned: (id: string) => void; onClose: () => void }) {
  const t = useTexts(mandatesTexts);
  const changed = useMandatesChanged();
  const form = useForm<Signed>({
    mode: 'onTouched',
    defaultValues: {
      organization_id: null,
      reference: '',
      debtor_name: '',
      iban: '',
      bic: '',
      is_last: false,
      type: 'core',
      use: 'recurrent',
      signed_on: localDay(),
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('signing.title')}
      description={t('signing.body')}
      submitLabel={t('signing.confirm')}
      size="lg"
      codeFields={{ ...CODE_FIELDS, 'mandate.another_active': 'organization_id' }}
      send={({ organization_id, type, use, signed_on, ...values }) =>
        signMandate({
          organization_id: organization_id?.value ?? '',
          type,
          use,
          signed_on,
          ...sentOf(values),
        })
      }
      onSent={({ id }) => {
        changed();
        notify.success(t('signing.done'));
        onSigned(id);
      }}
      onClose={() => {
        changed();
        onClose();
      }}
    >
      <Controller
        control={form.control}
        name="organization_id"
        rules={{ required: t('missing') }}
        render={({ field, fieldState }) => (
          <OrganizationPicker
            label={t('company')}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmendableFields form={form as unknown as UseFormReturn<Amendable>} />
        <FixedFields form={form} />
      </div>
      <Checkbox label={t('fields.is_last')} {...form.register('is_last')} />
    </FormDialog>
  );
}

/** What of a mandate may change; its bank is told with the next debit. */
export function AmendDialog({ mandate, onClose }: { mandate: MandateDetail; onClose: () => void }) {
  const t = useTexts(mandatesTexts);
  const changed = useMandatesChanged();
  const form = useForm<Amendable>({ mode: 'onTouched', defaultValues: amendableOf(mandate) });
  const { stored, stale, onError } = useStaleForm(form, mandate, amendableOf);
  const close = () => {
    changed();
    onClose();
  };
  return (
    <FormDialog
      form={form}
      title={t('amending.title', { reference: mandate.reference })}
      description={t('amending.body')}
      submitLabel={t('amending.confirm')}
      size="lg"
      canSubmit={!stale}
      codeFields={CODE_FIELDS}
      send={(values) => amendMandate(stored.id, { version: stored.version, ...sentOf(values) })}
      onError={onError}
      onSent={() => {
        notify.success(t('amending.done'));
        close();
      }}
      onClose={close}
    >
      {stale ? <StaleMandate {...stale} /> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <AmendableFields form={form} />
      </div>
      <Checkbox label={t('fields.is_last')} {...form.register('is_last')} />
    </FormDialog>
  );
}

/** What another person has amended while the form was open. */
function StaleMandate({ mine, stored, ...choice }: StaleValues<Amendable>) {
  const t = useTexts(mandatesTexts);
  const last = ({ is_last }: Amendable) => t(is_last ? 'yes' : 'no');
  return (
    <StaleNotice
      lines={[
        ...(['reference', 'debtor_name', 'iban', 'bic'] as const).map(
          (name) => [t(`fields.${name}`), mine[name], stored[name]] as const,
        ),
        [t('fields.is_last'), last(mine), last(stored)],
      ]}
      {...choice}
    />
  );
}

function AmendableFields({ form }: { form: UseFormReturn<Amendable> }) {
  const t = useTexts(mandatesTexts);
  const { errors } = form.formState;
  const filled = (value: string) => value.trim() !== '' || t('missing');
  return (
    <>
      <TextInput
        label={t('fields.reference')}
        hint={t('signing.referenceHint')}
        required
        maxLength={MANDATE_REFERENCE_MAX}
        error={errors.reference?.message}
        {...form.register('reference', {
          validate: (value) => MANDATE_REFERENCE.test(value.trim()) || t('signing.referenceHint'),
        })}
      />
      <TextInput
        label={t('fields.debtor_name')}
        required
        maxLength={SEPA_NAME_MAX}
        error={errors.debtor_name?.message}
        {...form.register('debtor_name', { validate: filled })}
      />
      <TextInput
        label={t('fields.iban')}
        required
        spellCheck={false}
        maxLength={IBAN_TYPED_MAX}
        error={errors.iban?.message}
        {...form.register('iban', { validate: filled })}
      />
      <TextInput
        label={t('fields.bic')}
        hint={t('creditor.bicHint')}
        spellCheck={false}
        maxLength={BIC_MAX}
        error={errors.bic?.message}
        {...form.register('bic')}
      />
    </>
  );
}

/** What was signed, for good. */
function FixedFields({ form }: { form: UseFormReturn<Signed> }) {
  const t = useTexts(mandatesTexts);
  return (
    <>
      <Controller
        control={form.control}
        name="type"
        render={({ field }) => (
          <Select
            label={t('fields.type')}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            options={MANDATE_TYPES.map((value) => ({ value, label: t(`typesLong.${value}`) }))}
          />
        )}
      />
      <Controller
        control={form.control}
        name="use"
        render={({ field }) => (
          <Select
            label={t('fields.use')}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            options={MANDATE_USES.map((value) => ({ value, label: t(`uses.${value}`) }))}
          />
        )}
      />
      <FormDayField
        control={form.control}
        name="signed_on"
        rules={{ required: t('missing') }}
        label={t('fields.signed_on')}
        max={localDay()}
        pickLabel={t('signing.pickDate')}
      />
    </>
  );
}

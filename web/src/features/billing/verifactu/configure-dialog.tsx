import { NAME_MAX } from '@atalaya/contract/limits';
import { isTaxId } from '@atalaya/contract/tax-id';
import { Checkbox } from '@atalaya/ui/checkbox';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Controller, useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { FormDayField } from '../../../shared/form-day-field.tsx';
import { StaleNotice } from '../../../shared/stale-notice.tsx';
import { type StaleValues, useStaleForm } from '../../../shared/use-stale-form.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { type Verifactu, saveVerifactu, useVerifactuChanged } from './verifactu.api.ts';
import { verifactuTexts } from './verifactu.es.ts';

type Values = Pick<Verifactu, 'name' | 'environment' | 'starts_on' | 'is_on'> & { tax_id: string };

const valuesOf = ({ tax_id, name, environment, starts_on, is_on }: Verifactu): Values => ({
  tax_id: tax_id ?? '',
  name,
  environment,
  starts_on,
  is_on,
});

/** Who issues, from when, and the switch; it says what cannot be undone. */
export function ConfigureDialog({ verifactu, onClose }: { verifactu: Verifactu; onClose: () => void }) {
  const t = useTexts(verifactuTexts);
  const changed = useVerifactuChanged();
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: valuesOf(verifactu) });
  const { stored, stale, onError } = useStaleForm(form, verifactu, valuesOf);
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      title={t('configuring.title')}
      description={t('configuring.body')}
      submitLabel={t('configuring.confirm')}
      canSubmit={!stale}
      send={(values) => saveVerifactu({ version: stored.version, ...values })}
      onError={onError}
      codeFields={{ 'verifactu.certificate_needed': 'environment' }}
      onSent={() => {
        changed();
        notify.success(t('configuring.done'));
        onClose();
      }}
      onClose={() => {
        changed();
        onClose();
      }}
    >
      {stale ? <StaleIssuer {...stale} /> : null}
      <TextInput
        label={t('issuer.taxId')}
        required
        error={errors.tax_id?.message}
        {...form.register('tax_id', {
          validate: (value) => isTaxId('ES', value) || t('configuring.taxIdInvalid'),
        })}
      />
      <TextInput
        label={t('issuer.name')}
        required
        {...filledField(form, 'name', { max: NAME_MAX, missing: t('missing') })}
      />
      <Controller
        control={form.control}
        name="environment"
        render={({ field, fieldState }) => (
          <Select
            label={t('issuer.environment')}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={(['test', 'real'] as const).map((value) => ({
              value,
              label: t(`environments.${value}`),
            }))}
          />
        )}
      />
      <FormDayField
        control={form.control}
        name="starts_on"
        rules={{ required: t('missing') }}
        label={t('issuer.startsOn')}
        pickLabel={t('configuring.pickDate')}
      />
      <Checkbox label={t('configuring.isOn')} {...form.register('is_on')} />
      {errors.is_on ? <p className="text-sm text-danger-ink">{errors.is_on.message}</p> : null}
    </FormDialog>
  );
}

/** What another person has configured while the form was open. */
function StaleIssuer({ mine, stored, ...choice }: StaleValues<Values>) {
  const t = useTexts(verifactuTexts);
  const { day } = useBillingFormat();
  const startsOn = ({ starts_on }: Values) => (starts_on ? day(starts_on) : '');
  const isOn = ({ is_on }: Values) => t(is_on ? 'issuer.on' : 'issuer.off');
  return (
    <StaleNotice
      lines={[
        [t('issuer.taxId'), mine.tax_id, stored.tax_id],
        [t('issuer.name'), mine.name, stored.name],
        [
          t('issuer.environment'),
          t(`environments.${mine.environment}`),
          t(`environments.${stored.environment}`),
        ],
        [t('issuer.startsOn'), startsOn(mine), startsOn(stored)],
        [t('configuring.isOn'), isOn(mine), isOn(stored)],
      ]}
      {...choice}
    />
  );
}

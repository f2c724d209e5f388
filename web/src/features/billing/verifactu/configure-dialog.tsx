import { NAME_MAX } from '@atalaya/contract/limits';
import { isTaxId } from '@atalaya/contract/tax-id';
import { Checkbox } from '@atalaya/ui/checkbox';
import { DayField } from '@atalaya/ui/day-field';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Controller, useForm } from 'react-hook-form';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { type Verifactu, saveVerifactu, useVerifactuChanged } from './verifactu.api.ts';
import { verifactuTexts } from './verifactu.es.ts';

type Values = Pick<Verifactu, 'name' | 'environment' | 'starts_on' | 'is_on'> & { tax_id: string };

/** Who issues, from when, and the switch; it says what cannot be undone. */
export function ConfigureDialog({ verifactu, onClose }: { verifactu: Verifactu; onClose: () => void }) {
  const t = useTexts(verifactuTexts);
  const { language } = useLanguage();
  const changed = useVerifactuChanged();
  const { tax_id, name, environment, starts_on, is_on, version } = verifactu;
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { tax_id: tax_id ?? '', name, environment, starts_on, is_on },
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      title={t('configuring.title')}
      description={t('configuring.body')}
      submitLabel={t('configuring.confirm')}
      send={(values) => saveVerifactu({ version, ...values })}
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
      <Controller
        control={form.control}
        name="starts_on"
        rules={{ required: t('missing') }}
        render={({ field, fieldState }) => (
          <DayField
            ref={field.ref}
            label={t('issuer.startsOn')}
            required
            locale={language}
            defaultValue={field.value}
            onDayChange={(day) => field.onChange(day ?? '')}
            onBlur={field.onBlur}
            pickLabel={t('configuring.pickDate')}
            error={fieldState.error?.message}
          />
        )}
      />
      <Checkbox label={t('configuring.isOn')} {...form.register('is_on')} />
      {errors.is_on ? <p className="text-sm text-danger-ink">{errors.is_on.message}</p> : null}
    </FormDialog>
  );
}

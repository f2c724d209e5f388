import { RETURN_CODES } from '@atalaya/contract/debit-codes';
import { Select } from '@atalaya/ui/select';
import { Controller, useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { FormDayField } from '../../../shared/form-day-field.tsx';
import { localDay } from '../../../shared/local-day.ts';
import { type Debit, returnDebit, useDebitRunsChanged } from './debit-runs.api.ts';
import { debitRunsTexts } from './debit-runs.es.ts';

type Values = { code: (typeof RETURN_CODES)[number]; returned_on: string };

/** A debit came back, and why. */
export function ReturnDialog({ debit, onClose }: { debit: Debit; onClose: () => void }) {
  const t = useTexts(debitRunsTexts);
  const changed = useDebitRunsChanged();
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { code: 'AM04', returned_on: localDay() },
  });
  const close = () => {
    changed();
    onClose();
  };
  return (
    <FormDialog
      form={form}
      title={t('returning.title', { code: debit.invoice.code })}
      description={t('returning.body')}
      submitLabel={t('returning.confirm')}
      danger
      send={(values) => returnDebit(debit.id, values)}
      onSent={() => {
        notify.success(t('returning.done'));
        close();
      }}
      onClose={close}
    >
      <Controller
        control={form.control}
        name="code"
        render={({ field, fieldState }) => (
          <Select
            label={t('returning.code')}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={RETURN_CODES.map((value) => ({ value, label: `${value}: ${t(`codes.${value}`)}` }))}
          />
        )}
      />
      <FormDayField
        control={form.control}
        name="returned_on"
        rules={{ required: t('missing') }}
        label={t('returning.day')}
        max={localDay()}
        pickLabel={t('making.pickDate')}
      />
    </FormDialog>
  );
}

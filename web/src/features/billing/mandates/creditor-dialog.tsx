import {
  BIC_MAX,
  CREDITOR_ID_MAX,
  IBAN_TYPED_MAX,
  LEAD_DAYS_MAX,
  SEPA_NAME_MAX,
} from '@atalaya/contract/debit-codes';
import { TextInput } from '@atalaya/ui/text-input';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { StaleNotice } from '../../../shared/stale-notice.tsx';
import { type StaleValues, useStaleForm } from '../../../shared/use-stale-form.ts';
import { parseWhole } from '../billing-values.ts';
import { type Creditor, saveCreditor, useMandatesChanged } from './mandates.api.ts';
import { mandatesTexts } from './mandates.es.ts';

type Values = Record<'name' | 'iban' | 'bic' | 'identifier' | 'core_days' | 'b2b_days', string>;

const valuesOf = ({ name, iban, bic, identifier, core_days, b2b_days }: Creditor): Values => ({
  name,
  iban,
  bic: bic ?? '',
  identifier,
  core_days: String(core_days),
  b2b_days: String(b2b_days),
});

/** Who collects, into which account, and how long the bank takes. */
export function CreditorDialog({ creditor, onClose }: { creditor: Creditor; onClose: () => void }) {
  const t = useTexts(mandatesTexts);
  const changed = useMandatesChanged();
  const form = useForm({ mode: 'onTouched', defaultValues: valuesOf(creditor) });
  const { stored, stale, onError } = useStaleForm(form, creditor, valuesOf);
  const { errors } = form.formState;
  const filled = (value: string) => value.trim() !== '' || t('missing');
  const isDays = (value: string) => parseWhole(value, 1, LEAD_DAYS_MAX) !== null || t('creditor.daysInvalid');
  const close = () => {
    changed();
    onClose();
  };
  const field = (key: 'name' | 'iban' | 'identifier' | 'core_days' | 'b2b_days') => ({
    error: errors[key]?.message,
    ...form.register(key, { validate: key.endsWith('_days') ? isDays : filled }),
  });
  return (
    <FormDialog
      form={form}
      title={t('creditor.dialog')}
      description={t('creditor.body')}
      submitLabel={t('creditor.save')}
      canSubmit={!stale}
      onError={onError}
      send={(values) =>
        saveCreditor({
          version: stored.version,
          ...values,
          bic: values.bic.trim() || null,
          core_days: Number(values.core_days),
          b2b_days: Number(values.b2b_days),
        })
      }
      onSent={() => {
        notify.success(t('creditor.done'));
        close();
      }}
      onClose={close}
    >
      {stale ? <StaleCreditor {...stale} /> : null}
      <TextInput label={t('creditor.name')} required maxLength={SEPA_NAME_MAX} {...field('name')} />
      <TextInput
        label={t('fields.iban')}
        required
        spellCheck={false}
        maxLength={IBAN_TYPED_MAX}
        {...field('iban')}
      />
      <TextInput
        label={t('fields.bic')}
        hint={t('creditor.bicHint')}
        spellCheck={false}
        maxLength={BIC_MAX}
        error={errors.bic?.message}
        {...form.register('bic')}
      />
      <TextInput
        label={t('creditor.identifier')}
        hint={t('creditor.identifierHint')}
        required
        spellCheck={false}
        maxLength={CREDITOR_ID_MAX}
        {...field('identifier')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput label={t('creditor.coreDays')} required inputMode="numeric" {...field('core_days')} />
        <TextInput label={t('creditor.b2bDays')} required inputMode="numeric" {...field('b2b_days')} />
      </div>
    </FormDialog>
  );
}

/** What another person has said while the form was open. */
function StaleCreditor({ mine, stored, ...choice }: StaleValues<Values>) {
  const t = useTexts(mandatesTexts);
  return (
    <StaleNotice
      lines={[
        [t('creditor.name'), mine.name, stored.name],
        [t('fields.iban'), mine.iban, stored.iban],
        [t('fields.bic'), mine.bic, stored.bic],
        [t('creditor.identifier'), mine.identifier, stored.identifier],
        [t('creditor.coreDays'), mine.core_days, stored.core_days],
        [t('creditor.b2bDays'), mine.b2b_days, stored.b2b_days],
      ]}
      {...choice}
    />
  );
}

import type { KeyScope } from '@atalaya/contract/key-scopes';
import { NAME_MAX } from '@atalaya/contract/limits';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Controller, useForm } from 'react-hook-form';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { OwnerProofFields } from '../two-factor/owner-proof-fields.tsx';
import { NO_PROOF, type OwnerProof, PROOF_FIELDS, useOwnerProof } from '../two-factor/owner-proof.ts';
import { apiKeysTexts } from './api-keys.es.ts';
import { LIFETIMES, type MadeKey, type NewKey, type OfferedResource } from './api-keys.api.ts';
import { ScopeTable } from './scope-table.tsx';

type ApiKeyDialogProps = {
  offered: OfferedResource[];
  onMade: (key: MadeKey) => void;
  onClose: () => void;
};

/** Name, end and scopes of a new key, and who makes it. */
export function ApiKeyDialog({ offered, onMade, onClose }: ApiKeyDialogProps) {
  const t = useTexts(apiKeysTexts);
  const { prove, onError } = useOwnerProof();
  const form = useForm<NewKey & OwnerProof>({
    mode: 'onTouched',
    defaultValues: { name: '', scopes: [], expires_in_days: 90, ...NO_PROOF },
  });
  return (
    <FormDialog
      form={form}
      title={t('dialog.title')}
      submitLabel={t('dialog.submit')}
      failedText={t('dialog.failed')}
      codeFields={{ ...PROOF_FIELDS, 'api_key.scope_forbidden': 'scopes' }}
      send={async ({ name, scopes, expires_in_days, ...proof }) =>
        call('createApiKey', { body: { name, scopes, expires_in_days, ...(await prove(proof)) } })
      }
      onError={onError}
      onSent={onMade}
      onClose={onClose}
    >
      <TextInput
        label={t('dialog.name')}
        hint={t('dialog.nameHint')}
        required
        {...filledField(form, 'name', { max: NAME_MAX, missing: t('dialog.nameMissing') })}
      />
      <Controller
        control={form.control}
        name="expires_in_days"
        render={({ field }) => (
          <Select
            label={t('dialog.lifetime')}
            value={String(field.value)}
            onValueChange={(value) => field.onChange(Number(value))}
            options={LIFETIMES.map((days) => ({ value: String(days), label: t('dialog.days', { days }) }))}
          />
        )}
      />
      <Controller
        control={form.control}
        name="scopes"
        rules={{ validate: (value: KeyScope[]) => value.length > 0 || t('dialog.scopesMissing') }}
        render={({ field, fieldState }) => (
          <ScopeTable
            offered={offered}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
            ref={field.ref}
          />
        )}
      />
      <OwnerProofFields form={form} />
    </FormDialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { OwnerProofFields } from '../two-factor/owner-proof-fields.tsx';
import { NO_PROOF, PROOF_FIELDS, useOwnerProof } from '../two-factor/owner-proof.ts';
import { apiKeysTexts } from './api-keys.es.ts';
import { type EndedKey, apiKeysQuery } from './api-keys.api.ts';

/** Asks who one is before a key that has ended works again. */
export function RestoreKeyDialog({ apiKey, onClose }: { apiKey: EndedKey; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const client = useQueryClient();
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PROOF });
  const { id, name } = apiKey;
  return (
    <FormDialog
      form={form}
      title={t('ended.restoreTitle', { name })}
      description={t('ended.restoreText')}
      submitLabel={t('ended.restore')}
      onClose={onClose}
      send={async (values) => call('restoreApiKey', { params: { id }, body: await prove(values) })}
      onSent={() => {
        notify.success(t('ended.restored'));
        void client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
        onClose();
      }}
      codeFields={PROOF_FIELDS}
      onError={onError}
    >
      <OwnerProofFields form={form} />
    </FormDialog>
  );
}

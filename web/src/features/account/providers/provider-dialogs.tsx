import { PROVIDER_NAMES } from '@atalaya/contract/provider-names';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../platform/api/call.ts';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { OwnerProofFields } from '../two-factor/owner-proof-fields.tsx';
import { NO_PROOF, PROOF_FIELDS, useOwnerProof } from '../two-factor/owner-proof.ts';
import { waysInQuery } from './ways-in.ts';
import { providersTexts } from './providers.es.ts';

type Provider = Answer<'readWaysIn'>['providers'][number]['provider'];
type DialogProps = { provider: Provider; onClose: () => void };

/** Asks who one is before the browser goes to the provider. */
export function LinkDialog({ provider, onClose }: DialogProps) {
  const t = useTexts(providersTexts);
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PROOF });
  const name = PROVIDER_NAMES[provider];
  return (
    <FormDialog
      form={form}
      title={t('linkTitle', { provider: name })}
      description={t('linkText', { provider: name })}
      submitLabel={t('go')}
      onClose={onClose}
      send={async (values) => call('startProviderLink', { params: { provider }, body: await prove(values) })}
      onSent={({ url }) => window.location.assign(url)}
      codeFields={PROOF_FIELDS}
      onError={onError}
    >
      <OwnerProofFields form={form} />
    </FormDialog>
  );
}

export function UnlinkDialog({ provider, onClose }: DialogProps) {
  const t = useTexts(providersTexts);
  const client = useQueryClient();
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PROOF });
  return (
    <FormDialog
      form={form}
      danger
      title={t('confirmUnlink', { provider: PROVIDER_NAMES[provider] })}
      description={t('unlinkConsequence')}
      submitLabel={t('unlink')}
      onClose={onClose}
      send={async (values) => call('unlinkProvider', { params: { provider }, body: await prove(values) })}
      onSent={() => {
        notify.success(t('unlinked'));
        void client.invalidateQueries({ queryKey: waysInQuery.queryKey });
        onClose();
      }}
      codeFields={PROOF_FIELDS}
      onError={onError}
    >
      <OwnerProofFields form={form} />
    </FormDialog>
  );
}

import { useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import {
  NO_PROOF,
  OwnerProofFields,
  PROOF_FIELDS,
  useOwnerProof,
} from '../account/two-factor/two-factor.face.ts';
import { type MadeToken, createToken, useProvisioningChanged } from './provisioning.api.ts';
import { provisioningTexts } from './provisioning.es.ts';

type Props = { id: string; onMade: (made: MadeToken) => void; onClose: () => void };

/** Asks who one is before a connection, by its id, gets another token. */
export function NewTokenDialog({ id, onMade, onClose }: Props) {
  const t = useTexts(provisioningTexts);
  const changed = useProvisioningChanged(id);
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PROOF });
  return (
    <FormDialog
      form={form}
      title={t('made.ask')}
      description={t('made.why')}
      submitLabel={t('made.make')}
      onClose={onClose}
      send={async (values) => createToken(id, await prove(values))}
      onSent={(made) => {
        void changed();
        onMade(made);
      }}
      codeFields={PROOF_FIELDS}
      onError={onError}
    >
      <OwnerProofFields form={form} />
    </FormDialog>
  );
}

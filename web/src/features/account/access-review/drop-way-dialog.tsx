import { useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { OwnerProofFields } from '../two-factor/owner-proof-fields.tsx';
import { NO_PROOF, PROOF_FIELDS, useOwnerProof } from '../two-factor/owner-proof.ts';
import { type MadeWay, dropWay, useWaysChanged } from './access-review.api.ts';
import { accessReviewTexts } from './access-review.es.ts';

type DropWayDialogProps = { way: MadeWay; name: string; onClose: () => void };

/** Asks, and who one is where that is needed. */
export function DropWayDialog({ way, name, onClose }: DropWayDialogProps) {
  const t = useTexts(accessReviewTexts);
  const changed = useWaysChanged();
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PROOF });
  return (
    <FormDialog
      form={form}
      danger
      title={t('dropTitle')}
      description={t('dropText', { name })}
      submitLabel={t('drop')}
      onClose={onClose}
      send={(values) => dropWay(way, () => prove(values))}
      onSent={(session) => {
        changed(session);
        notify.success(t('dropped'));
        onClose();
      }}
      codeFields={PROOF_FIELDS}
      onError={onError}
    >
      {way.kind === 'api_key' ? null : <OwnerProofFields form={form} />}
    </FormDialog>
  );
}

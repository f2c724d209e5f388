import { NAME_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import { useForm } from 'react-hook-form';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { OwnerProofFields } from './owner-proof-fields.tsx';
import { NO_PROOF, PROOF_FIELDS, useOwnerProof } from './owner-proof.ts';
import { type Passkey, useFactorsChanged } from './two-factor.api.ts';
import { twoFactorTexts } from './two-factor.es.ts';

/** Turns the app off. */
export function DisableAppDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(twoFactorTexts);
  const changed = useFactorsChanged();
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PROOF });
  return (
    <FormDialog
      form={form}
      title={t('app.disableTitle')}
      description={t('app.disableText')}
      submitLabel={t('app.disable')}
      onClose={onClose}
      send={async (values) => call('disableTwoFactor', { body: await prove(values) })}
      onSent={({ session }) => {
        changed(session);
        notify.success(t('app.disabled'));
        onClose();
      }}
      codeFields={PROOF_FIELDS}
      onError={onError}
    >
      <OwnerProofFields form={form} />
    </FormDialog>
  );
}

type RenewProps = { onClose: () => void; onRenewed: (codes: string[]) => void };

/** Ten new recovery codes. */
export function RenewCodesDialog({ onClose, onRenewed }: RenewProps) {
  const t = useTexts(twoFactorTexts);
  const changed = useFactorsChanged();
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PROOF });
  return (
    <FormDialog
      form={form}
      title={t('codes.renewTitle')}
      description={t('codes.renewText')}
      submitLabel={t('codes.renew')}
      onClose={onClose}
      send={async (values) => call('renewRecoveryCodes', { body: await prove(values) })}
      onSent={({ recovery_codes }) => {
        changed();
        onRenewed(recovery_codes);
      }}
      codeFields={PROOF_FIELDS}
      onError={onError}
    >
      <OwnerProofFields form={form} />
    </FormDialog>
  );
}

type PasskeyDialogProps = { passkey: Passkey; onClose: () => void };

export function RenamePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const t = useTexts(twoFactorTexts);
  const changed = useFactorsChanged();
  const form = useForm({ mode: 'onTouched', defaultValues: { name: passkey.name } });
  return (
    <FormDialog
      form={form}
      title={t('passkeys.renameTitle')}
      submitLabel={t('passkeys.save')}
      onClose={onClose}
      send={(body: { name: string }) => call('renamePasskey', { params: { id: passkey.id }, body })}
      onSent={() => {
        changed();
        notify.success(t('passkeys.renamed'));
        onClose();
      }}
    >
      <TextInput
        label={t('passkeys.name')}
        {...filledField(form, 'name', { max: NAME_MAX, missing: t('passkeys.nameMissing') })}
      />
    </FormDialog>
  );
}

export function RemovePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const t = useTexts(twoFactorTexts);
  const changed = useFactorsChanged();
  const { prove, onError } = useOwnerProof();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PROOF });
  return (
    <FormDialog
      form={form}
      title={t('passkeys.removeTitle', { name: passkey.name })}
      description={t('passkeys.removeText')}
      submitLabel={t('passkeys.remove')}
      onClose={onClose}
      send={async (values) =>
        call('removePasskey', { params: { id: passkey.id }, body: await prove(values) })
      }
      onSent={({ session }) => {
        changed(session);
        notify.success(t('passkeys.removed'));
        onClose();
      }}
      codeFields={PROOF_FIELDS}
      onError={onError}
    >
      <OwnerProofFields form={form} />
    </FormDialog>
  );
}

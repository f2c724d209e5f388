import { Modal } from '@atalaya/ui/modal';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { AppSetup } from './app-setup.tsx';
import { type Added, useFactorsChanged } from './two-factor.api.ts';
import { twoFactorTexts } from './two-factor.es.ts';
import { PasskeySetup } from '../passkeys/passkey-setup.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type AddFactorDialogProps = {
  kind: 'app' | 'passkey';
  /** Recovery codes come with the first factor: to be shown even if this dialog was closed before they were here. */
  onCodes: (codes: string[]) => void;
  onClose: () => void;
};

/** Adds a factor. */
export function AddFactorDialog({ kind, onCodes, onClose }: AddFactorDialogProps) {
  const t = useTexts(twoFactorTexts);
  const changed = useFactorsChanged();
  const added = ({ session, recovery_codes }: Added) => {
    changed(session);
    notify.success(kind === 'app' ? t('app.enabled') : t('passkeys.addedToast'));
    if (recovery_codes) onCodes(recovery_codes);
    else onClose();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={kind === 'app' ? t('app.setupTitle') : t('passkeys.addTitle')}
      closeLabel={t('close')}
      closeOnOverlay={false}
    >
      {kind === 'app' ? <AppSetup onAdded={added} /> : <PasskeySetup onAdded={added} />}
    </Modal>
  );
}

/** Closes by its own button alone: what is in it is never shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTexts(twoFactorTexts);
  return (
    <Modal
      open
      onClose={onClose}
      title={t('codes.title')}
      closeLabel={t('close')}
      closeOnEscape={false}
      closeOnOverlay={false}
      showCloseButton={false}
    >
      <RecoveryCodes codes={codes} onDone={onClose} />
    </Modal>
  );
}

import { Modal } from '@atalaya/ui/modal';
import { useState } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { AppSetup } from './app-setup.tsx';
import { type Added, useFactorsChanged } from './factors.api.ts';
import { factorsTexts } from './factors-texts.ts';
import { PasskeySetup } from './passkey-setup.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Adds a factor, and shows the recovery codes that come with the first one. */
export function AddFactorDialog({ kind, onClose }: { kind: 'app' | 'passkey'; onClose: () => void }) {
  const t = useTexts(factorsTexts);
  const changed = useFactorsChanged();
  const [codes, setCodes] = useState<string[] | null>(null);
  const added = ({ session, recovery_codes }: Added) => {
    changed(session);
    notify.success(kind === 'app' ? t('app.enabled') : t('passkeys.addedToast'));
    if (recovery_codes) setCodes(recovery_codes);
    else onClose();
  };
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
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
  const t = useTexts(factorsTexts);
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

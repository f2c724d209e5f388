import { useTexts } from '../../../platform/messages/use-texts.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { LoadedDialog } from '../../../shared/loading-dialog.tsx';
import type { ChangeState } from '../../../shared/url-state.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { CreditorDialog } from './creditor-dialog.tsx';
import { AmendDialog, SignDialog } from './mandate-forms.tsx';
import { MandateDialog } from './mandate-dialog.tsx';
import { creditorQuery, mandateQuery } from './mandates.api.ts';
import { mandatesTexts } from './mandates.es.ts';
import type { MandateAddress } from './use-mandate-address.ts';

/** What the address says is open: one at a time. */
export function MandateDialogs({
  state,
  onChange,
}: {
  state: MandateAddress;
  onChange: ChangeState<MandateAddress>;
}) {
  const t = useTexts(mandatesTexts);
  const { may } = usePermissions();
  const mayChange = may('mandates.update');
  const back = () => onChange({ dialog: null });
  const waiting = {
    title: t('title'),
    closeLabel: t('close'),
    loading: t('loading'),
    failed: t('loadFailed'),
    gone: { title: t('goneTitle'), text: t('gone'), all: t('all') },
  };
  if (state.mandate === '') {
    if (!mayChange) return null;
    if (state.dialog === 'sign')
      return <SignDialog onSigned={(mandate) => onChange({ dialog: null, mandate })} onClose={back} />;
    if (state.dialog !== 'creditor') return null;
    return (
      <LoadedDialog {...waiting} query={creditorQuery()} onClose={back}>
        {(creditor) => <CreditorDialog creditor={creditor} onClose={back} />}
      </LoadedDialog>
    );
  }
  const close = () => onChange({ mandate: '', dialog: null });
  return (
    <LoadedDialog key={state.mandate} {...waiting} query={mandateQuery(state.mandate)} onClose={close}>
      {(mandate) => {
        const isOpen = mayChange && mandate.status === 'active';
        if (isOpen && state.dialog === 'amend') return <AmendDialog mandate={mandate} onClose={back} />;
        if (isOpen && state.dialog === 'cancel') return <CancelDialog mandate={mandate} onClose={back} />;
        return (
          <MandateDialog
            mandate={mandate}
            onDialog={isOpen ? (dialog) => onChange({ dialog }) : null}
            onClose={close}
          />
        );
      }}
    </LoadedDialog>
  );
}

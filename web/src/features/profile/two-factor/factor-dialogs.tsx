import { CODE_MAX, NAME_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import { useForm } from 'react-hook-form';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { type Passkey, sentPassword, useFactorsChanged } from './factors.api.ts';
import { factorsTexts } from './factors-texts.ts';
import { OwnPasswordField } from './own-password-field.tsx';

const WRONG_PASSWORD = { 'account.wrong_password': 'password' } as const;

/** Turns the app off with password and code. */
export function DisableAppDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(factorsTexts);
  const changed = useFactorsChanged();
  const form = useForm({ mode: 'onTouched', defaultValues: { password: '', code: '' } });
  return (
    <FormDialog
      form={form}
      title={t('app.disableTitle')}
      description={t('app.disableText')}
      submitLabel={t('app.disable')}
      onClose={onClose}
      send={({ password, code }: { password: string; code: string }) =>
        call('disableTwoFactor', { body: { ...sentPassword(password), code } })
      }
      onSent={({ session }) => {
        changed(session);
        notify.success(t('app.disabled'));
        onClose();
      }}
      codeFields={{ ...WRONG_PASSWORD, 'two_factor.wrong_code': 'code' }}
    >
      <OwnPasswordField form={form} />
      <TextInput
        label={t('app.code')}
        autoComplete="one-time-code"
        maxLength={CODE_MAX}
        error={form.formState.errors.code?.message}
        {...form.register('code', { validate: (value) => value.trim() !== '' || t('setup.codeMissing') })}
      />
    </FormDialog>
  );
}

type RenewProps = { onClose: () => void; onRenewed: (codes: string[]) => void };

/** Ten new recovery codes, with the password. */
export function RenewCodesDialog({ onClose, onRenewed }: RenewProps) {
  const t = useTexts(factorsTexts);
  const changed = useFactorsChanged();
  const form = useForm({ mode: 'onTouched', defaultValues: { password: '' } });
  return (
    <FormDialog
      form={form}
      title={t('codes.renewTitle')}
      description={t('codes.renewText')}
      submitLabel={t('codes.renew')}
      onClose={onClose}
      send={({ password }: { password: string }) =>
        call('renewRecoveryCodes', { body: sentPassword(password) })
      }
      onSent={({ recovery_codes }) => {
        changed();
        onRenewed(recovery_codes);
      }}
      codeFields={WRONG_PASSWORD}
    >
      <OwnPasswordField form={form} />
    </FormDialog>
  );
}

type PasskeyDialogProps = { passkey: Passkey; onClose: () => void };

export function RenamePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const t = useTexts(factorsTexts);
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
        maxLength={NAME_MAX}
        error={form.formState.errors.name?.message}
        {...form.register('name', { validate: (value) => value.trim() !== '' || t('passkeys.nameMissing') })}
      />
    </FormDialog>
  );
}

export function RemovePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const t = useTexts(factorsTexts);
  const changed = useFactorsChanged();
  const form = useForm({ mode: 'onTouched', defaultValues: { password: '' } });
  return (
    <FormDialog
      form={form}
      title={t('passkeys.removeTitle', { name: passkey.name })}
      description={t('passkeys.removeText')}
      submitLabel={t('passkeys.remove')}
      onClose={onClose}
      send={({ password }: { password: string }) =>
        call('removePasskey', { params: { id: passkey.id }, body: sentPassword(password) })
      }
      onSent={({ session }) => {
        changed(session);
        notify.success(t('passkeys.removed'));
        onClose();
      }}
      codeFields={WRONG_PASSWORD}
    >
      <OwnPasswordField form={form} />
    </FormDialog>
  );
}

import { CLIENT_ID_MAX, CLIENT_SECRET_MAX, ISSUER_MAX } from '@atalaya/contract/limits';
import { Banner } from '@atalaya/ui/banner';
import { TextInput } from '@atalaya/ui/text-input';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { type StaleLine, StaleNotice } from '../../shared/stale-notice.tsx';
import { usePasswordLabels } from '../../shared/use-password-labels.ts';
import { type SignOn, saveSignOn, useSignOnAnswered } from './sso.api.ts';
import { ssoTexts } from './sso.es.ts';

type Values = { issuer: string; client_id: string; client_secret: string };

const valuesOf = ({ settings }: SignOn): Values => ({
  issuer: settings?.issuer ?? '',
  client_id: settings?.client_id ?? '',
  client_secret: '',
});

/** What the provider has said of itself, and the secret that it has given out. */
export function SettingsDialog({ signOn, onClose }: { signOn: SignOn; onClose: () => void }) {
  const t = useTexts(ssoTexts);
  const answered = useSignOnAnswered(signOn.connection_id);
  const [stored, setStored] = useState(signOn);
  const [isStale, setStale] = useState(false);
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: valuesOf(signOn) });
  return (
    <FormDialog
      form={form}
      title={t(signOn.settings ? 'form.changeTitle' : 'form.setUpTitle')}
      submitLabel={t('form.save')}
      canSubmit={!isStale}
      failedText={t('form.failed')}
      codeFields={{ 'sso.address_refused': 'issuer', 'sso.unreachable': 'issuer' }}
      send={({ client_secret, ...values }) =>
        saveSignOn(stored.connection_id, {
          ...values,
          client_secret: client_secret || null,
          version: stored.settings?.version ?? null,
        })
      }
      onError={(error) => {
        if (!isApiError(error, 'object.stale')) return false;
        setStored(error.current as SignOn);
        answered(error.current as SignOn);
        setStale(true);
        return true;
      }}
      onSent={(answer) => {
        answered(answer);
        notify.success(t('form.saved'));
        onClose();
      }}
      onClose={onClose}
    >
      {isStale ? (
        <Stale
          form={form}
          stored={stored}
          onKeepMine={() => setStale(false)}
          onTakeStored={() => {
            form.reset(valuesOf(stored));
            setStale(false);
          }}
        />
      ) : null}
      {stored.settings?.is_on ? <Banner tone="warning">{t('form.switchesOff')}</Banner> : null}
      <Fields form={form} isSetUp={stored.settings !== null} />
    </FormDialog>
  );
}

type Form = UseFormReturn<Values>;

function Fields({ form, isSetUp }: { form: Form; isSetUp: boolean }) {
  const t = useTexts(ssoTexts);
  const visibilityLabels = usePasswordLabels();
  const { errors } = form.formState;
  return (
    <>
      <TextInput
        type="url"
        label={t('form.issuer')}
        hint={t('form.issuerHint')}
        required
        maxLength={ISSUER_MAX}
        spellCheck={false}
        autoComplete="off"
        error={errors.issuer?.message}
        {...form.register('issuer', {
          validate: (value) => URL.canParse(value.trim()) || t('form.issuerMissing'),
        })}
      />
      <TextInput
        label={t('form.clientId')}
        required
        maxLength={CLIENT_ID_MAX}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        error={errors.client_id?.message}
        {...form.register('client_id', {
          validate: (value) => value.trim() !== '' || t('form.clientIdMissing'),
        })}
      />
      <TextInput
        type="password"
        label={t('form.clientSecret')}
        hint={t(isSetUp ? 'form.clientSecretKept' : 'form.clientSecretHint')}
        required={!isSetUp}
        maxLength={CLIENT_SECRET_MAX}
        autoComplete="new-password"
        visibilityLabels={visibilityLabels}
        error={errors.client_secret?.message}
        {...form.register('client_secret', {
          validate: (value) => isSetUp || value !== '' || t('form.clientSecretMissing'),
        })}
      />
    </>
  );
}

type StaleProps = { form: Form; stored: SignOn; onKeepMine: () => void; onTakeStored: () => void };

function Stale({ form, stored, onKeepMine, onTakeStored }: StaleProps) {
  const t = useTexts(ssoTexts);
  const [mine, theirs] = [form.getValues(), valuesOf(stored)];
  const lines: StaleLine[] = [
    [t('form.issuer'), mine.issuer, theirs.issuer],
    [t('form.clientId'), mine.client_id, theirs.client_id],
    // Theirs is never told.
    [t('form.clientSecret'), mine.client_secret ? t('form.newSecret') : '', t('form.storedSecret')],
  ];
  return <StaleNotice lines={lines} onKeepMine={onKeepMine} onTakeStored={onTakeStored} />;
}

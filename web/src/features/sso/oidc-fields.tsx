import { CLIENT_ID_MAX, CLIENT_SECRET_MAX, ISSUER_MAX } from '@atalaya/contract/limits';
import { TextInput } from '@atalaya/ui/text-input';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePasswordLabels } from '../../shared/use-password-labels.ts';
import type { SignOnForm } from './sign-on-values.ts';
import { ssoTexts } from './sso.es.ts';

/** `isKept`: there is a secret, which may stay. */
export function OidcFields({ form, isKept }: { form: SignOnForm; isKept: boolean }) {
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
        hint={t(isKept ? 'form.clientSecretKept' : 'form.clientSecretHint')}
        required={!isKept}
        maxLength={CLIENT_SECRET_MAX}
        autoComplete="new-password"
        visibilityLabels={visibilityLabels}
        error={errors.client_secret?.message}
        {...form.register('client_secret', {
          validate: (value) => isKept || value !== '' || t('form.clientSecretMissing'),
        })}
      />
    </>
  );
}

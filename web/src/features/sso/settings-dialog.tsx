import { Banner } from '@atalaya/ui/banner';
import type { SamlProblem } from '@atalaya/contract/saml-problems';
import { type Path, useForm, useWatch } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { type StaleLine, StaleNotice } from '../../shared/stale-notice.tsx';
import { type StaleValues, useStaleForm } from '../../shared/use-stale-form.ts';
import { KindSelect } from './our-addresses.tsx';
import { OidcFields } from './oidc-fields.tsx';
import { SamlFields } from './saml-fields.tsx';
import { samlTexts } from './saml.es.ts';
import { type Kind, type SignOnForm, type Values, bodyOf, valuesOf } from './sign-on-values.ts';
import { type SignOn, saveSignOn, useSignOnAnswered } from './sso.api.ts';
import { ssoTexts } from './sso.es.ts';

type SettingsDialogProps = { signOn: SignOn; kind: Kind; onClose: () => void };

/** What the provider has said of itself, and of OpenID Connect the secret that it has given out. */
export function SettingsDialog({ signOn, kind: chosen, onClose }: SettingsDialogProps) {
  const t = useTexts(ssoTexts);
  const answered = useSignOnAnswered(signOn.connection_id);
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: valuesOf(signOn, chosen) });
  const { stored, stale, onError } = useStaleForm(form, signOn, (now) =>
    valuesOf(now, now.settings?.kind ?? form.getValues('kind')),
  );
  const kind = useWatch({ control: form.control, name: 'kind' });
  const refusal = useRefusal(form);
  const address = kind === 'saml' ? 'provider.metadata_url' : 'issuer';
  return (
    <FormDialog
      form={form}
      title={t(signOn.settings ? 'form.changeTitle' : 'form.setUpTitle')}
      submitLabel={t('form.save')}
      canSubmit={!stale}
      failedText={t('form.failed')}
      codeFields={{ 'sso.address_refused': address, 'sso.unreachable': address }}
      send={(values) => saveSignOn(stored.connection_id, bodyOf(values, stored))}
      onError={(error) => {
        if (isApiError(error, 'object.stale')) answered(error.current as SignOn);
        return onError(error) || refusal(error);
      }}
      onSent={(answer) => {
        answered(answer);
        notify.success(t('form.saved'));
        onClose();
      }}
      onClose={onClose}
    >
      {stale ? <Stale {...stale} /> : null}
      {stored.settings?.is_on ? <Banner tone="warning">{t('form.switchesOff')}</Banner> : null}
      <KindSelect kind={kind} onKind={(value) => form.setValue('kind', value, { shouldDirty: true })} />
      {kind === 'oidc' ? (
        <OidcFields form={form} isKept={stored.settings?.kind === 'oidc'} />
      ) : (
        <SamlFields form={form} />
      )}
    </FormDialog>
  );
}

/** Says at its field why what a provider says of itself is refused. */
function useRefusal(form: SignOnForm) {
  const t = useTexts(samlTexts);
  return (error: unknown) => {
    if (!isApiError(error, 'sso.metadata_refused')) return false;
    const name = error.fields[0]?.field.replace(/^body\./, '') ?? 'provider.metadata_url';
    const message = t(`problems.${error.params['problem'] as SamlProblem}`);
    form.setError(name as Path<Values>, { message }, { shouldFocus: true });
    return true;
  };
}

function Stale({ mine, stored, ...choice }: StaleValues<Values>) {
  const t = useTexts(ssoTexts);
  const saml = useTexts(samlTexts);
  const lineOf = (label: string, of: (values: Values) => string): StaleLine => [label, of(mine), of(stored)];
  const unasked = ({ allows_unasked }: Values) =>
    saml(allows_unasked ? 'facts.unaskedOn' : 'facts.unaskedOff');
  const signed = ({ provider }: Values) => saml(provider.wants_signed ? 'facts.signedOn' : 'facts.signedOff');
  const lines: StaleLine[] = [
    lineOf(t('kind'), ({ kind }) => t(`kinds.${kind}`)),
    lineOf(t('form.issuer'), ({ issuer }) => issuer),
    lineOf(t('form.clientId'), ({ client_id }) => client_id),
    ...(stored.kind === 'saml' && mine.kind === 'saml'
      ? [
          lineOf(saml('form.metadataUrl'), ({ provider }) => provider.metadata_url),
          lineOf(saml('form.entityId'), ({ provider }) => provider.entity_id),
          lineOf(saml('form.signInUrl'), ({ provider }) => provider.sign_in_url),
          lineOf(saml('form.logoutUrl'), ({ provider }) => provider.logout_url),
          lineOf(saml('form.certificates'), ({ provider }) => provider.certificates),
          lineOf(saml('facts.signed'), signed),
          lineOf(saml('facts.unasked'), unasked),
        ]
      : // Theirs is never told.
        [
          [
            t('form.clientSecret'),
            mine.client_secret ? t('form.newSecret') : '',
            t('form.storedSecret'),
          ] as const,
        ]),
  ];
  return <StaleNotice lines={lines} {...choice} />;
}

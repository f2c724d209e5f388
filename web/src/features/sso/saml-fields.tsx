import { CERTIFICATES_TEXT_MAX, ISSUER_MAX, METADATA_MAX, PROVIDER_URL_MAX } from '@atalaya/contract/limits';
import { Checkbox } from '@atalaya/ui/checkbox';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Textarea } from '@atalaya/ui/textarea';
import { useWatch } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { FormFileField } from '../../shared/form-file-field.tsx';
import { samlTexts } from './saml.es.ts';
import { FROMS, type SignOnForm } from './sign-on-values.ts';
import { ssoTexts } from './sso.es.ts';

/** What is known of a provider that speaks SAML, in the one way or the other. */
export function SamlFields({ form }: { form: SignOnForm }) {
  const t = useTexts(samlTexts);
  const from = useWatch({ control: form.control, name: 'provider.from' });
  return (
    <>
      <Select
        label={t('form.from')}
        hint={t(`form.fromHints.${from}`)}
        value={from}
        onValueChange={(value) => form.setValue('provider.from', value, { shouldDirty: true })}
        options={FROMS.map((value) => ({ value, label: t(`form.froms.${value}`) }))}
      />
      {from === 'url' ? <AddressField form={form} name="metadata_url" label={t('form.metadataUrl')} /> : null}
      {from === 'file' ? <MetadataFile form={form} /> : null}
      {from === 'hand' ? <ByHand form={form} /> : null}
      <Checkbox label={t('form.unasked')} hint={t('form.unaskedHint')} {...form.register('allows_unasked')} />
    </>
  );
}

type AddressProps = {
  form: SignOnForm;
  name: 'metadata_url' | 'sign_in_url' | 'logout_url';
  label: string;
  hint?: string;
  isOptional?: boolean;
};

function AddressField({ form, name, label, hint, isOptional = false }: AddressProps) {
  const t = useTexts(ssoTexts);
  return (
    <TextInput
      type="url"
      label={label}
      hint={hint}
      required={!isOptional}
      maxLength={PROVIDER_URL_MAX}
      spellCheck={false}
      autoComplete="off"
      error={form.formState.errors.provider?.[name]?.message}
      {...form.register(`provider.${name}`, {
        validate: (value) =>
          (isOptional && value.trim() === '') || URL.canParse(value.trim()) || t('form.issuerMissing'),
      })}
    />
  );
}

function ByHand({ form }: { form: SignOnForm }) {
  const t = useTexts(samlTexts);
  const errors = form.formState.errors.provider;
  return (
    <>
      <TextInput
        label={t('form.entityId')}
        required
        maxLength={ISSUER_MAX}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        error={errors?.entity_id?.message}
        {...form.register('provider.entity_id', {
          validate: (value) => value.trim() !== '' || t('form.entityIdMissing'),
        })}
      />
      <AddressField
        form={form}
        name="sign_in_url"
        label={t('form.signInUrl')}
        hint={t('form.signInUrlHint')}
      />
      <AddressField
        form={form}
        name="logout_url"
        label={t('form.logoutUrl')}
        hint={t('form.logoutUrlHint')}
        isOptional
      />
      <Textarea
        label={t('form.certificates')}
        hint={t('form.certificatesHint')}
        required
        maxLength={CERTIFICATES_TEXT_MAX}
        spellCheck={false}
        className="min-w-0"
        error={errors?.certificates?.message}
        {...form.register('provider.certificates', {
          validate: (value) => value.trim() !== '' || t('form.certificatesMissing'),
        })}
      />
      <Checkbox
        label={t('form.signed')}
        hint={t('form.signedHint')}
        {...form.register('provider.wants_signed')}
      />
    </>
  );
}

function MetadataFile({ form }: { form: SignOnForm }) {
  const t = useTexts(samlTexts);
  return (
    <FormFileField
      form={form}
      name="provider.metadata"
      read={(file) => file.text()}
      texts={{
        label: t('form.metadataFile'),
        choose: t('form.chooseFile'),
        instructions: t('form.dropFile'),
      }}
      accept={['.xml', 'text/xml', 'application/xml', 'application/samlmetadata+xml']}
      maxBytes={METADATA_MAX}
      chosen={(file) => t('form.fileChosen', { file })}
      problems={{ missing: t('form.fileMissing'), size: t('form.fileSize'), kind: t('form.fileKind') }}
    />
  );
}

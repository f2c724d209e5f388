import { ELASTIC_AUTHS, HTTPS_AUTHS, type StreamSecret } from '@atalaya/contract/audit-stream-choices';
import { STREAM_PEM_MAX, STREAM_SECRET_MAX, STREAM_TEXT_MAX } from '@atalaya/contract/limits';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Textarea } from '@atalaya/ui/textarea';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { auditStreamsTexts } from './audit-streams.es.ts';
import type { StreamValues } from './stream-values.ts';

type Form = UseFormReturn<StreamValues>;
type SinkFieldsProps = {
  form: Form;
  /** Those that there are: left empty, they stay. */
  kept: readonly StreamSecret[];
};

/** What a sink of the chosen kind wants to know beside its address. */
export function SinkFields({ form, kept }: SinkFieldsProps) {
  const kind = useWatch({ control: form.control, name: 'sink.kind' });
  switch (kind) {
    case 'https':
      return <HttpsFields form={form} kept={kept} />;
    case 'splunk':
      return <SplunkFields form={form} kept={kept} />;
    case 'elastic':
      return <ElasticFields form={form} kept={kept} />;
    case 'syslog':
      return <SyslogFields form={form} kept={kept} />;
    case 's3':
      return <S3Fields form={form} kept={kept} />;
  }
}

function HttpsFields({ form, kept }: SinkFieldsProps) {
  const t = useTexts(auditStreamsTexts);
  const auth = useWatch({ control: form.control, name: 'sink.https_auth' });
  return (
    <>
      <Controller
        control={form.control}
        name="sink.https_auth"
        render={({ field }) => (
          <Select
            label={t('form.auth')}
            value={field.value}
            onValueChange={field.onChange}
            options={HTTPS_AUTHS.map((value) => ({ value, label: t(`form.auths.${value}`) }))}
          />
        )}
      />
      {auth === 'header' ? (
        <Word form={form} name="header" label={t('form.header')} missing={t('form.headerMissing')} />
      ) : null}
      {auth === 'none' ? null : <Secret form={form} kept={kept} name="token" label={t('form.token')} />}
      <Secret
        form={form}
        kept={kept}
        name="signing_key"
        label={t('form.signingKey')}
        hint={t('form.signingKeyHint')}
      />
    </>
  );
}

function SplunkFields({ form, kept }: SinkFieldsProps) {
  const t = useTexts(auditStreamsTexts);
  return (
    <>
      <Secret form={form} kept={kept} name="token" label={t('form.token')} />
      <Word form={form} name="index" label={t('form.index')} hint={t('form.indexHint')} />
      <Word form={form} name="source_type" label={t('form.sourceType')} hint={t('form.sourceTypeHint')} />
    </>
  );
}

function ElasticFields({ form, kept }: SinkFieldsProps) {
  const t = useTexts(auditStreamsTexts);
  const auth = useWatch({ control: form.control, name: 'sink.elastic_auth' });
  return (
    <>
      <Word
        form={form}
        name="index"
        label={t('form.index')}
        hint={t('form.indexElasticHint')}
        missing={t('form.indexMissing')}
      />
      <Controller
        control={form.control}
        name="sink.elastic_auth"
        render={({ field }) => (
          <Select
            label={t('form.auth')}
            value={field.value}
            onValueChange={field.onChange}
            options={ELASTIC_AUTHS.map((value) => ({ value, label: t(`form.auths.${value}`) }))}
          />
        )}
      />
      {auth === 'basic' ? (
        <>
          <Word form={form} name="username" label={t('form.username')} missing={t('form.usernameMissing')} />
          <Secret form={form} kept={kept} name="password" label={t('form.password')} />
        </>
      ) : (
        <Secret form={form} kept={kept} name="api_key" label={t('form.apiKey')} />
      )}
    </>
  );
}

function SyslogFields({ form, kept }: SinkFieldsProps) {
  const t = useTexts(auditStreamsTexts);
  const certificate = useWatch({ control: form.control, name: 'sink.certificate' });
  const { errors } = form.formState;
  const pem = { rows: 3, maxLength: STREAM_PEM_MAX, spellCheck: false };
  return (
    <>
      <Textarea
        {...pem}
        label={t('form.authority')}
        hint={t('form.authorityHint')}
        error={errors.sink?.authority?.message}
        {...form.register('sink.authority')}
      />
      <Textarea
        {...pem}
        label={t('form.certificate')}
        hint={t('form.certificateHint')}
        error={errors.sink?.certificate?.message}
        {...form.register('sink.certificate')}
      />
      {certificate.trim() ? (
        <Textarea
          {...pem}
          label={t('form.clientKey')}
          hint={kept.includes('client_key') ? t('form.kept') : undefined}
          error={errors.sink?.client_key?.message}
          {...form.register('sink.client_key', {
            validate: (value) =>
              kept.includes('client_key') || value.trim() !== '' || t('form.secretMissing'),
          })}
        />
      ) : null}
    </>
  );
}

function S3Fields({ form, kept }: SinkFieldsProps) {
  const t = useTexts(auditStreamsTexts);
  return (
    <>
      <Word form={form} name="region" label={t('form.region')} missing={t('form.regionMissing')} />
      <Word form={form} name="bucket" label={t('form.bucket')} missing={t('form.bucketMissing')} />
      <Word form={form} name="prefix" label={t('form.prefix')} hint={t('form.prefixHint')} />
      <Word
        form={form}
        name="access_key_id"
        label={t('form.accessKeyId')}
        missing={t('form.accessKeyIdMissing')}
      />
      <Secret form={form} kept={kept} name="secret_access_key" label={t('form.secretAccessKey')} />
    </>
  );
}

type WordProps = {
  form: Form;
  name: 'header' | 'index' | 'source_type' | 'username' | 'region' | 'bucket' | 'prefix' | 'access_key_id';
  label: string;
  hint?: string;
  /** What is said where it is empty and may not be. */
  missing?: string;
};

function Word({ form, name, label, hint, missing }: WordProps) {
  const path = `sink.${name}` as const;
  return (
    <TextInput
      label={label}
      hint={hint}
      required={missing !== undefined}
      maxLength={STREAM_TEXT_MAX}
      spellCheck={false}
      error={form.formState.errors.sink?.[name]?.message}
      {...form.register(path, { validate: (value) => value.trim() !== '' || (missing ?? true) })}
    />
  );
}

type SecretProps = SinkFieldsProps & { name: StreamSecret; label: string; hint?: string };

/** Never shown once it is saved. One without a hint of its own has to be there. */
function Secret({ form, kept, name, label, hint }: SecretProps) {
  const t = useTexts(auditStreamsTexts);
  const path = `sink.${name}` as const;
  const isKept = kept.includes(name);
  const isNeeded = hint === undefined && !isKept;
  return (
    <TextInput
      label={label}
      hint={isKept ? t('form.kept') : hint}
      type="password"
      autoComplete="new-password"
      required={isNeeded}
      maxLength={STREAM_SECRET_MAX}
      error={form.formState.errors.sink?.[name]?.message}
      {...form.register(path, { validate: (value) => !isNeeded || value !== '' || t('form.secretMissing') })}
    />
  );
}

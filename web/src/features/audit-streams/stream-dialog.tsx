import { RECORD_SHAPES, SINK_KINDS } from '@atalaya/contract/audit-stream-choices';
import { NAME_MAX, STREAM_URL_MAX } from '@atalaya/contract/limits';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { localDay } from '../../shared/local-day.ts';
import { StaleNotice } from '../../shared/stale-notice.tsx';
import { type AuditStream, createStream, updateStream, useStreamsChanged } from './audit-streams.api.ts';
import { auditStreamsTexts } from './audit-streams.es.ts';
import { SinkFields } from './sink-fields.tsx';
import { StartFields } from './start-fields.tsx';
import { type StreamValues, sinkOf, startOf, valuesOf } from './stream-values.ts';

type StreamDialogProps = { organization: string; stream: AuditStream | null; onClose: () => void };

/** A new stream (null), or one that is there. */
export function StreamDialog({ organization, stream, onClose }: StreamDialogProps) {
  const t = useTexts(auditStreamsTexts);
  const changed = useStreamsChanged(organization);
  const [stored, setStored] = useState(stream);
  const [isStale, setStale] = useState(false);
  const form = useForm<StreamValues>({ mode: 'onTouched', defaultValues: valuesOf(stream, localDay()) });
  const send = (values: StreamValues) => {
    const body = { name: values.name.trim(), shape: values.shape, sink: sinkOf(values.sink) };
    return stored
      ? updateStream(stored, body)
      : createStream(organization, { ...body, start: startOf(values) });
  };
  return (
    <FormDialog<StreamValues, AuditStream>
      form={form}
      title={t(stream ? 'form.editTitle' : 'form.createTitle')}
      submitLabel={t(stream ? 'form.save' : 'form.create')}
      canSubmit={!isStale}
      codeFields={{ 'audit_stream.address_refused': 'sink.url', 'audit_stream.too_many': 'name' }}
      send={send}
      onError={(error) => {
        if (!isApiError(error, 'object.stale')) return false;
        setStored(error.current as AuditStream);
        setStale(true);
        return true;
      }}
      onSent={() => {
        void changed();
        notify.success(t(stream ? 'form.saved' : 'form.added'));
        onClose();
      }}
      onClose={onClose}
    >
      {isStale && stored ? (
        <Stale
          form={form}
          stored={stored}
          onKeepMine={() => setStale(false)}
          onTakeStored={() => {
            form.reset(valuesOf(stored, localDay()));
            setStale(false);
          }}
        />
      ) : null}
      <Fields form={form} stream={stored} />
      {stream ? null : <StartFields form={form} />}
    </FormDialog>
  );
}

type Form = UseFormReturn<StreamValues>;

const URL_HINTS = {
  https: 'form.urlHint',
  splunk: 'form.urlHint',
  elastic: 'form.urlHint',
  syslog: 'form.urlHintSyslog',
  s3: 'form.urlHintS3',
} as const;

function Fields({ form, stream }: { form: Form; stream: AuditStream | null }) {
  const t = useTexts(auditStreamsTexts);
  const { errors } = form.formState;
  const kind = useWatch({ control: form.control, name: 'sink.kind' });
  return (
    <>
      <TextInput
        label={t('form.name')}
        required
        maxLength={NAME_MAX}
        error={errors.name?.message}
        {...form.register('name', { validate: (value) => value.trim() !== '' || t('form.nameMissing') })}
      />
      <Controller
        control={form.control}
        name="sink.kind"
        render={({ field }) => (
          <Select
            label={t('form.kind')}
            value={field.value}
            onValueChange={field.onChange}
            options={SINK_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        )}
      />
      <TextInput
        label={t('form.url')}
        hint={t(URL_HINTS[kind])}
        required
        inputMode="url"
        spellCheck={false}
        maxLength={STREAM_URL_MAX}
        error={errors.sink?.url?.message}
        {...form.register('sink.url', { validate: (value) => value.trim() !== '' || t('form.urlMissing') })}
      />
      <SinkFields form={form} kept={stream?.secrets ?? []} />
      <Controller
        control={form.control}
        name="shape"
        render={({ field }) => (
          <Select
            label={t('form.shape')}
            hint={t('form.shapeHint')}
            value={field.value}
            onValueChange={field.onChange}
            options={RECORD_SHAPES.map((value) => ({ value, label: t(`shape.${value}`) }))}
          />
        )}
      />
    </>
  );
}

type StaleProps = { form: Form; stored: AuditStream; onKeepMine: () => void; onTakeStored: () => void };

function Stale({ form, stored, onKeepMine, onTakeStored }: StaleProps) {
  const t = useTexts(auditStreamsTexts);
  const [mine, theirs] = [form.getValues(), valuesOf(stored, localDay())];
  return (
    <StaleNotice
      lines={[
        [t('form.name'), mine.name, theirs.name],
        [t('form.kind'), t(`kind.${mine.sink.kind}`), t(`kind.${theirs.sink.kind}`)],
        [t('form.url'), mine.sink.url, theirs.sink.url],
        [t('form.index'), mine.sink.index, theirs.sink.index],
        [t('form.shape'), t(`shape.${mine.shape}`), t(`shape.${theirs.shape}`)],
      ]}
      onKeepMine={onKeepMine}
      onTakeStored={onTakeStored}
    />
  );
}

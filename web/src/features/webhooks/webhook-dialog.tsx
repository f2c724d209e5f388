import { EVENT_NOUNS, type EventNoun } from '@atalaya/contract/event-types';
import { WEBHOOK_TEXT_MAX, WEBHOOK_URL_MAX } from '@atalaya/contract/limits';
import { WEBHOOK_PAYLOADS } from '@atalaya/contract/webhook-choices';
import { Checkbox } from '@atalaya/ui/checkbox';
import { FieldMessage } from '@atalaya/ui/field-message';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { useId } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { type StaleValues, useStaleForm } from '../../shared/use-stale-form.ts';
import { StaleNotice } from '../../shared/stale-notice.tsx';
import { useNounNames } from '../audit/audit.face.ts';
import { type WebhookValues, bodyOf, valuesOf } from './webhook-values.ts';
import {
  type MadeWebhook,
  type Webhook,
  createWebhook,
  updateWebhook,
  useWebhooksChanged,
} from './webhooks.api.ts';
import { webhooksTexts } from './webhooks.es.ts';

type WebhookDialogProps = {
  organization: string;
  webhook: Webhook | null;
  onMade: (made: MadeWebhook) => void;
  onClose: () => void;
};

/** A new endpoint (null), or one that is there. */
export function WebhookDialog({ organization, webhook, onMade, onClose }: WebhookDialogProps) {
  const t = useTexts(webhooksTexts);
  const changed = useWebhooksChanged(organization);
  const form = useForm<WebhookValues>({ mode: 'onTouched', defaultValues: valuesOf(webhook) });
  const { stored, stale, onError } = useStaleForm(form, webhook, valuesOf);
  return (
    <FormDialog<WebhookValues, MadeWebhook | Webhook>
      form={form}
      title={t(webhook ? 'form.editTitle' : 'form.createTitle')}
      submitLabel={t(webhook ? 'form.save' : 'form.create')}
      canSubmit={!stale}
      codeFields={{ 'webhook.address_refused': 'url', 'webhook.too_many': 'url' }}
      send={(values) =>
        stored ? updateWebhook(stored, bodyOf(values)) : createWebhook(organization, bodyOf(values))
      }
      onError={onError}
      onSent={(saved) => {
        void changed();
        onClose();
        if ('secret' in saved) onMade(saved);
        else notify.success(t('form.saved'));
      }}
      onClose={onClose}
    >
      {stale ? <Stale {...stale} /> : null}
      <Fields form={form} />
    </FormDialog>
  );
}

type Form = UseFormReturn<WebhookValues>;

function Fields({ form }: { form: Form }) {
  const t = useTexts(webhooksTexts);
  const { errors } = form.formState;
  const which = useWatch({ control: form.control, name: 'which' });
  return (
    <>
      <TextInput
        label={t('form.url')}
        hint={t('form.urlHint')}
        required
        type="url"
        maxLength={WEBHOOK_URL_MAX}
        error={errors.url?.message}
        {...form.register('url', { validate: (value) => value.trim() !== '' || t('form.urlMissing') })}
      />
      <TextInput
        label={t('form.description')}
        hint={t('form.descriptionHint')}
        maxLength={WEBHOOK_TEXT_MAX}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <Controller
        control={form.control}
        name="payload"
        render={({ field }) => (
          <Select
            label={t('form.payload')}
            hint={t('form.payloadHint')}
            value={field.value}
            onValueChange={field.onChange}
            options={WEBHOOK_PAYLOADS.map((value) => ({ value, label: t(`facts.${value}`) }))}
          />
        )}
      />
      <Controller
        control={form.control}
        name="which"
        render={({ field }) => (
          <Select
            label={t('form.which')}
            value={field.value}
            onValueChange={field.onChange}
            options={(['all', 'some'] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
          />
        )}
      />
      {which === 'some' ? <Nouns form={form} /> : null}
    </>
  );
}

function Nouns({ form }: { form: Form }) {
  const t = useTexts(webhooksTexts);
  const nameOf = useNounNames();
  const id = useId();
  const sorted = EVENT_NOUNS.toSorted((one, next) => nameOf(one).localeCompare(nameOf(next)));
  return (
    <Controller
      control={form.control}
      name="nouns"
      rules={{ validate: (value: EventNoun[]) => value.length > 0 || t('form.nounsMissing') }}
      render={({ field, fieldState }) => (
        <fieldset aria-describedby={fieldState.error ? id : undefined}>
          <legend className="mb-1 text-sm font-medium">{t('form.nouns')}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {sorted.map((noun, at) => (
              <Checkbox
                key={noun}
                label={nameOf(noun)}
                checked={field.value.includes(noun)}
                onChange={({ target }) =>
                  field.onChange(
                    target.checked ? [...field.value, noun] : field.value.filter((one) => one !== noun),
                  )
                }
                ref={at === 0 ? field.ref : undefined}
              />
            ))}
          </div>
          <FieldMessage id={id} error={fieldState.error?.message} />
        </fieldset>
      )}
    />
  );
}

function Stale({ mine, stored, ...choice }: StaleValues<WebhookValues>) {
  const t = useTexts(webhooksTexts);
  const nameOf = useNounNames();
  const eventsOf = ({ which, nouns }: WebhookValues) =>
    which === 'all' ? t('form.all') : nouns.map(nameOf).join(', ');
  return (
    <StaleNotice
      lines={[
        [t('form.url'), mine.url, stored.url],
        [t('form.description'), mine.description, stored.description],
        [t('form.payload'), t(`facts.${mine.payload}`), t(`facts.${stored.payload}`)],
        [t('form.which'), eventsOf(mine), eventsOf(stored)],
      ]}
      {...choice}
    />
  );
}

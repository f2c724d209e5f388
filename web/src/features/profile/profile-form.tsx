import { NAME_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { TextInput } from '@atalaya/ui/text-input';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useAdoptSession, useSession } from '../../platform/session.ts';
import { resetSaved } from '../../shared/reset-saved.ts';
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx';
import { useFormSend } from '../../shared/use-form-send.ts';
import { profileTexts } from './profile-texts.ts';
import { useTellFailure } from './use-tell-failure.ts';

type NameValues = { first_name: string; last_name: string };

/** First and last name; the e-mail is shown, and stays. */
export function ProfileForm() {
  const t = useTexts(profileTexts);
  const { profile } = useSession();
  const { first_name, last_name } = profile;
  const form = useForm({ mode: 'onTouched', defaultValues: { first_name, last_name } });
  const { submit, busy } = useSave(form);
  const { errors, isDirty } = form.formState;
  const filled = (value: string) => value.trim() !== '' || t('form.missing');
  return (
    <Card title={t('form.title')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          <TextInput
            label={t('form.firstName')}
            required
            autoComplete="given-name"
            maxLength={NAME_MAX}
            error={errors.first_name?.message}
            {...form.register('first_name', { validate: filled })}
          />
          <TextInput
            label={t('form.lastName')}
            required
            autoComplete="family-name"
            maxLength={NAME_MAX}
            error={errors.last_name?.message}
            {...form.register('last_name', { validate: filled })}
          />
          <TextInput
            type="email"
            label={t('form.email')}
            value={profile.email}
            readOnly
            hint={t('form.emailFixed')}
            className="sm:col-span-2"
          />
        </div>
        <div className="mt-2 flex justify-end gap-2">
          {isDirty ? (
            <Button variant="outline" onClick={() => form.reset()} disabled={busy}>
              {t('form.discard')}
            </Button>
          ) : null}
          <Button type="submit" busy={busy}>
            {t('form.save')}
          </Button>
        </div>
      </form>
      <UnsavedGuard when={() => isDirty} />
    </Card>
  );
}

function useSave(form: UseFormReturn<NameValues>) {
  const t = useTexts(profileTexts);
  const adopt = useAdoptSession();
  const tell = useTellFailure();
  return useFormSend({
    form,
    send: (body: NameValues) => call('updateProfile', { body }),
    onSent: ({ session }, sent) => {
      const { first_name, last_name } = session.profile;
      resetSaved(form, sent, { first_name, last_name });
      adopt(session);
      notify.success(t('form.updated'));
    },
    onError: (error) => {
      if (isApiError(error, 'request.invalid')) return false;
      tell(error, { failed: t('form.failed'), unexpected: t('form.unexpected') });
      return true;
    },
  });
}

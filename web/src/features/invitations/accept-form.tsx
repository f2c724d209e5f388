import { INVITATION_PASSWORD_MIN, NAME_MAX, PASSWORD_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import { useErrorText } from '../../platform/messages/error-text.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useAdoptSession } from '../../platform/session.ts';
import { PasswordStrength, usePasswordLabels } from '../account/accounts/accounts.face.ts';
import type { OpenedInvitation } from './accept-page.tsx';
import { acceptTexts } from './accept.es.ts';

type Values = { first_name: string; last_name: string; password: string; confirmation: string };

/** First and last name and a password: the account, the membership and the session come into being together. */
export function AcceptForm({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const t = useTexts(acceptTexts);
  const labels = usePasswordLabels();
  const accept = useAccept(token, invitation.organization_name);
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { first_name: '', last_name: '', password: '', confirmation: '' },
  });
  const typed = useWatch({ control: form.control, name: 'password' });
  const { errors } = form.formState;
  const filled = (message: string) => (value: string) => value.trim() !== '' || message;

  return (
    <form noValidate onSubmit={form.handleSubmit((values) => accept.mutate(values))} className="grid gap-1">
      {accept.isError ? <Refusal error={accept.error} /> : null}
      <TextInput
        label={t('firstName')}
        autoComplete="given-name"
        maxLength={NAME_MAX}
        error={errors.first_name?.message}
        {...form.register('first_name', { validate: filled(t('firstNameMissing')) })}
      />
      <TextInput
        label={t('lastName')}
        autoComplete="family-name"
        maxLength={NAME_MAX}
        error={errors.last_name?.message}
        {...form.register('last_name', { validate: filled(t('lastNameMissing')) })}
      />
      <div>
        <TextInput
          type="password"
          label={t('password')}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          visibilityLabels={labels}
          error={errors.password?.message}
          {...form.register('password', {
            required: t('passwordMissing'),
            minLength: { value: INVITATION_PASSWORD_MIN, message: t('passwordShort') },
          })}
        />
        <PasswordStrength password={typed} />
      </div>
      <TextInput
        type="password"
        label={t('confirmation')}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        visibilityLabels={labels}
        error={errors.confirmation?.message}
        {...form.register('confirmation', {
          required: t('confirmationMissing'),
          validate: (value, { password }) => value === password || t('mismatch'),
        })}
      />
      <Button type="submit" size="lg" busy={accept.isPending} className="mt-2">
        {accept.isPending ? t('accepting') : t('accept')}
      </Button>
    </form>
  );
}

/** Shown in place: why the invitation was not accepted. */
function Refusal({ error }: { error: Error }) {
  const t = useTexts(acceptTexts);
  const text = useErrorText(error);
  return (
    <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
      {isApiError(error) && error.code !== 'network.unreadable' ? text : t('acceptFailed')}
    </p>
  );
}

function useAccept(token: string, organization: string) {
  const t = useTexts(acceptTexts);
  const navigate = useNavigate();
  const adopt = useAdoptSession();
  return useMutation({
    mutationFn: ({ first_name, last_name, password }: Values) =>
      call('acceptInvitation', { body: { token, first_name, last_name, password } }),
    onSuccess: ({ session }) => {
      adopt(session);
      notify.success(t('accepted', { organization }));
      void navigate({ to: '/app', replace: true });
    },
  });
}

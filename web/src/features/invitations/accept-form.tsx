import { INVITATION_PASSWORD_MIN, NAME_MAX, PASSWORD_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { useNavigate } from '@tanstack/react-router';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useAdoptSession } from '../../platform/session.ts';
import { filledField } from '../../shared/filled-field.ts';
import { FormProblem } from '../../shared/form-problem.tsx';
import { useFormSend } from '../../shared/use-form-send.ts';
import { PasswordStrength, usePasswordRule } from '../account/accounts/accounts.face.ts';
import { usePasswordLabels } from '../../shared/use-password-labels.ts';
import { acceptTexts } from './accept.es.ts';
import type { OpenedInvitation } from './invitations.api.ts';

type Values = { first_name: string; last_name: string; password: string; confirmation: string };

/** First and last name and a password: the account, the membership and the session come into being together. */
export function AcceptForm({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const t = useTexts(acceptTexts);
  const labels = usePasswordLabels();
  const rule = usePasswordRule(INVITATION_PASSWORD_MIN);
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { first_name: '', last_name: '', password: '', confirmation: '' },
  });
  const { submit, problem, busy } = useAccept(form, token, invitation.organization_name);
  const typed = useWatch({ control: form.control, name: 'password' });
  const { errors } = form.formState;

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextInput
        label={t('firstName')}
        autoComplete="given-name"
        {...filledField(form, 'first_name', { max: NAME_MAX, missing: t('firstNameMissing') })}
      />
      <TextInput
        label={t('lastName')}
        autoComplete="family-name"
        {...filledField(form, 'last_name', { max: NAME_MAX, missing: t('lastNameMissing') })}
      />
      <div>
        <TextInput
          type="password"
          label={t('password')}
          hint={rule}
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
      <FormProblem problem={problem} />
      <Button type="submit" size="lg" busy={busy}>
        {busy ? t('accepting') : t('accept')}
      </Button>
    </form>
  );
}

function useAccept(form: UseFormReturn<Values>, token: string, organization: string) {
  const t = useTexts(acceptTexts);
  const navigate = useNavigate();
  const adopt = useAdoptSession();
  return useFormSend({
    form,
    failedText: t('acceptFailed'),
    codeFields: { 'account.common_password': 'password' },
    send: ({ first_name, last_name, password }) =>
      call('acceptInvitation', { body: { token, first_name, last_name, password } }),
    onSent: ({ session }) => {
      adopt(session);
      notify.success(t('accepted', { organization }));
      void navigate({ to: '/app', replace: true });
    },
  });
}

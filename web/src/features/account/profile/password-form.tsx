import { PASSWORD_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Checkbox } from '@atalaya/ui/checkbox';
import { TextInput } from '@atalaya/ui/text-input';
import { useQueryClient } from '@tanstack/react-query';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { useSession } from '../../../platform/session.ts';
import { NewPasswordFields } from '../accounts/new-password-fields.tsx';
import { FormProblem } from '../../../shared/form-problem.tsx';
import { UnsavedGuard } from '../../../shared/unsaved-guard.tsx';
import { useFormSend } from '../../../shared/use-form-send.ts';
import { usePasswordLabels } from '../../../shared/use-password-labels.ts';
import { profileTexts } from './profile.es.ts';
import { ownSessionsQuery, trustedBrowsersQuery } from '../sessions/sessions.api.ts';
import { isToldHere, useTellFailure } from './use-tell-failure.ts';

type PasswordValues = {
  current_password: string;
  password: string;
  confirmation: string;
  end_api_keys: boolean;
};
const NO_PASSWORDS: PasswordValues = {
  current_password: '',
  password: '',
  confirmation: '',
  end_api_keys: true,
};

/** The current password, and the new one twice. */
export function PasswordForm() {
  const t = useTexts(profileTexts);
  const labels = usePasswordLabels();
  const { profile } = useSession();
  const form = useForm({ mode: 'onTouched', defaultValues: NO_PASSWORDS });
  const { isDirty } = form.formState;
  const { submit, problem, busy } = useChange(form);
  return (
    <Card title={t('password.title')} description={t('password.description')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={profile.email} readOnly hidden />
        <TextInput
          type="password"
          label={t('password.current')}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          visibilityLabels={labels}
          error={form.formState.errors.current_password?.message}
          {...form.register('current_password', { required: t('password.currentMissing') })}
        />
        <NewPasswordFields
          form={form}
          texts={{
            password: t('password.password'),
            confirmation: t('password.confirmation'),
            short: t('password.short'),
            mismatch: t('password.mismatch'),
          }}
        />
        <Checkbox
          label={t('password.endKeys')}
          hint={t('password.endKeysHint')}
          {...form.register('end_api_keys')}
        />
        <FormProblem problem={problem} />
        <div className="flex justify-end">
          <Button type="submit" busy={busy}>
            {t('password.submit')}
          </Button>
        </div>
      </form>
      <UnsavedGuard when={() => isDirty} />
    </Card>
  );
}

/** Refusals that belong to a field. */
const FIELDS: Partial<Record<ApiError['code'], keyof PasswordValues>> = {
  'account.wrong_password': 'current_password',
  'account.common_password': 'password',
};

function useChange(form: UseFormReturn<PasswordValues>) {
  const t = useTexts(profileTexts);
  const client = useQueryClient();
  const tell = useTellFailure();
  return useFormSend({
    form,
    codeFields: FIELDS,
    send: ({ current_password, password, end_api_keys }: PasswordValues) =>
      call('changePassword', { body: { current_password, password, end_api_keys } }),
    onSent: () => {
      form.reset(NO_PASSWORDS);
      void client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
      void client.invalidateQueries({ queryKey: trustedBrowsersQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['api-keys'] });
      notify.success(t('password.updated'));
    },
    onError: (error) => {
      if (isToldHere(error) || (error instanceof ApiError && FIELDS[error.code])) return false;
      tell(error, { failed: t('password.failed'), unexpected: t('password.unexpected') });
      return true;
    },
  });
}

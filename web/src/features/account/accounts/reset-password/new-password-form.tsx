import { Button } from '@atalaya/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { isApiError } from '../../../../platform/api/api-error.ts';
import { call } from '../../../../platform/api/call.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { notify } from '../../../../platform/notify.ts';
import { adoptSession } from '../../../../platform/session.ts';
import { AuthFrame } from '../../../../shared/auth-frame.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { FormProblem } from '../../../../shared/form-problem.tsx';
import { useFormSend } from '../../../../shared/use-form-send.ts';
import { useCompanyOnly } from '../use-company-only.ts';
import { BackToLogin } from './back-to-login.tsx';
import { resetPasswordTexts } from './reset-password.es.ts';

type NewPasswordFormProps = {
  token: string;
  setup: boolean;
  /** The link stopped being valid in the meantime. */
  onRefused: () => void;
};

/** Only this form uses the link up: opening it changes nothing. */
export function NewPasswordForm({ token, setup, onRefused }: NewPasswordFormProps) {
  const t = useTexts(resetPasswordTexts);
  const client = useQueryClient();
  const router = useRouter();
  const companyOnly = useCompanyOnly();
  const form = useForm({ mode: 'onTouched', defaultValues: { password: '', confirmation: '' } });
  const { submit, problem, busy } = useFormSend({
    form,
    send: ({ password }) => call('completePasswordReset', { body: { token, password } }),
    onSent: () => {
      // Every session of the account has ended, this browser's own included.
      adoptSession(client, null);
      notify.success(t('form.saved'));
      // A person who had to reset it looks through the other ways in.
      const search = setup ? {} : { redirect: '/admin/profile?tab=security' };
      void router.navigate({ to: '/admin/login', search, replace: true });
    },
    codeFields: { 'account.common_password': 'password' },
    onError(error) {
      if (!isApiError(error, 'account.reset_invalid')) return companyOnly(error);
      onRefused();
      return true;
    },
  });
  return (
    <AuthFrame
      title={setup ? t('form.setupTitle') : t('form.title')}
      subtitle={setup ? t('form.setupSubtitle') : t('form.subtitle')}
      footer={<BackToLogin />}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <NewPasswordFields
          form={form}
          texts={{
            password: t('form.password'),
            placeholder: t('form.placeholder'),
            confirmation: t('form.confirmation'),
            short: t('form.short'),
            mismatch: t('form.mismatch'),
          }}
        />
        <FormProblem problem={problem} />
        <Button type="submit" size="lg" busy={busy}>
          {t('form.submit')}
        </Button>
      </form>
    </AuthFrame>
  );
}

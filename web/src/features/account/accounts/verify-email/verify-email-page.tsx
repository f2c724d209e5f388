import type { Session } from '@atalaya/contract/session';
import { Button, buttonClass } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { isApiError } from '../../../../platform/api/api-error.ts';
import { call } from '../../../../platform/api/call.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../../platform/notify.ts';
import { useAdoptSession } from '../../../../platform/session.ts';
import { AuthFrame } from '../../../../shared/auth-frame.tsx';
import { NameFields } from '../name-fields.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { textField, useUrlState } from '../../../../shared/url-state.ts';
import { FormProblem } from '../../../../shared/form-problem.tsx';
import { useFormSend } from '../../../../shared/use-form-send.ts';
import { useCompanyOnly } from '../use-company-only.ts';
import { verifyEmailTexts } from './verify-email.es.ts';

const fields = { token: textField() };
/** The target of the confirmation mail. Opening it changes nothing: mail scanners open links too. */
export function VerifyEmailPage() {
  const t = useTexts(verifyEmailTexts);
  const [{ token }] = useUrlState(fields);
  const enter = useEnterVerified();
  const companyOnly = useCompanyOnly();
  const notifyFailure = useNotifyFailure();
  const verify = useMutation({
    mutationFn: () => call('verifyEmail', { body: { token } }),
    onSuccess: ({ session }) => enter(session),
    onError: (error) => {
      if (companyOnly(error)) return;
      if (!isApiError(error, 'account.verification_invalid') && !isApiError(error, 'account.password_needed'))
        notifyFailure(error);
    },
  });
  if (token === '' || isApiError(verify.error, 'account.verification_invalid')) return <InvalidLink />;
  if (isApiError(verify.error, 'account.password_needed'))
    return <OwnForm token={token} onRefused={() => verify.mutate()} />;
  return (
    <AuthFrame title={t('title')}>
      <p className="text-pretty">{t('text')}</p>
      <Button size="lg" className="mt-5 w-full" busy={verify.isPending} onClick={() => verify.mutate()}>
        {t('submit')}
      </Button>
    </AuthFrame>
  );
}

function InvalidLink() {
  const t = useTexts(verifyEmailTexts);
  return (
    <AuthFrame title={t('invalidTitle')}>
      <p className="text-pretty">{t('invalidText')}</p>
      <Link to="/admin/login" className={buttonClass({ className: 'mt-5' })}>
        {t('signIn')}
      </Link>
    </AuthFrame>
  );
}

const EMPTY = { first_name: '', last_name: '', password: '', confirmation: '' };

type OwnFormProps = {
  token: string;
  /** The link stopped being valid in the meantime. */
  onRefused: () => void;
};

/**
 * In another browser than that of the sign-up, the names and the password of its form are not used: the reader of the
 * mail enters their own.
 */
function OwnForm({ token, onRefused }: OwnFormProps) {
  const t = useTexts(verifyEmailTexts);
  const enter = useEnterVerified();
  const companyOnly = useCompanyOnly();
  const form = useForm({ mode: 'onTouched', defaultValues: EMPTY });
  const { submit, problem, busy } = useFormSend({
    form,
    send: ({ first_name, last_name, password }) =>
      call('verifyEmail', { body: { token, first_name, last_name, password } }),
    onSent: ({ session }) => enter(session),
    codeFields: { 'account.common_password': 'password' },
    onError(error) {
      if (!isApiError(error, 'account.verification_invalid')) return companyOnly(error);
      onRefused();
      return true;
    },
  });
  return (
    <AuthFrame title={t('chooseTitle')} subtitle={t('chooseText')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <NameFields
          form={form}
          texts={{
            firstName: t('firstName'),
            lastName: t('lastName'),
            firstNameMissing: t('firstNameMissing'),
            lastNameMissing: t('lastNameMissing'),
          }}
        />
        <NewPasswordFields
          form={form}
          texts={{
            password: t('password'),
            placeholder: t('passwordPlaceholder'),
            confirmation: t('confirmation'),
            short: t('passwordShort'),
            mismatch: t('mismatch'),
          }}
        />
        <FormProblem problem={problem} />
        <Button type="submit" size="lg" busy={busy}>
          {t('save')}
        </Button>
      </form>
    </AuthFrame>
  );
}

function useEnterVerified() {
  const t = useTexts(verifyEmailTexts);
  const router = useRouter();
  const adopt = useAdoptSession();
  return (session: Session) => {
    adopt(session);
    notify.success(t('welcome'));
    void router.navigate({ to: '/admin', replace: true });
  };
}

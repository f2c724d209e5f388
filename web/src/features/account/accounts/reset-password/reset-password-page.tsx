import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/api/call.ts';
import { useErrorText } from '../../../../platform/messages/error-text.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { AuthFrame } from '../../../../shared/auth-frame.tsx';
import { textField, useUrlState } from '../../../../shared/url-state.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { RequestForm } from './request-form.tsx';
import { resetPasswordTexts } from './reset-password.es.ts';

/** `setup`: the link was sent to a person who has no password yet. */
const fields = { token: textField(), setup: textField() };

/** The target of the mailed link; without a token, the place to ask for one. */
export function ResetPasswordPage() {
  const [{ token, setup }] = useUrlState(fields);
  if (token === '') return <RequestForm />;
  return <Link token={token} setup={setup !== ''} />;
}

type LinkProps = { token: string; setup: boolean };

function Link({ token, setup }: LinkProps) {
  const check = useQuery({
    queryKey: ['password-reset', token],
    queryFn: ({ signal }) => call('checkPasswordReset', { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (check.isError) return <CheckFailed error={check.error} onRetry={() => void check.refetch()} />;
  if (check.isPending) return <Checking setup={setup} />;
  const { state } = check.data;
  if (state === 'valid')
    return <NewPasswordForm token={token} setup={setup} onRefused={() => void check.refetch()} />;
  return <Refused state={state} />;
}

function Checking({ setup }: { setup: boolean }) {
  const t = useTexts(resetPasswordTexts);
  return (
    <AuthFrame title={setup ? t('form.setupTitle') : t('form.title')}>
      <p role="status" className="after-a-while grid min-h-64 place-items-center text-muted">
        {t('checking')}
      </p>
    </AuthFrame>
  );
}

function CheckFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts(resetPasswordTexts);
  return (
    <AuthFrame title={t('request.title')}>
      <p role="alert">{useErrorText(error)}</p>
      <Button className="mt-5" onClick={onRetry}>
        {t('retry')}
      </Button>
    </AuthFrame>
  );
}

function Refused({ state }: { state: 'expired' | 'used' | 'invalid' }) {
  const t = useTexts(resetPasswordTexts);
  const [renewing, setRenewing] = useState(false);
  if (renewing) return <RequestForm />;
  return (
    <AuthFrame title={t(`refused.${state}.title`)}>
      <p className="text-pretty">{t(`refused.${state}.text`)}</p>
      <Button className="mt-5" onClick={() => setRenewing(true)}>
        {t('refused.renew')}
      </Button>
    </AuthFrame>
  );
}

import { isEmail } from '@atalaya/contract/email-address';
import { EMAIL_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../../platform/api/call.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { AuthFrame } from '../../../../shared/auth-frame.tsx';
import { FormProblem } from '../../../../shared/form-problem.tsx';
import { useFormSend } from '../../../../shared/use-form-send.ts';
import { BackToLogin } from './back-to-login.tsx';
import { resetPasswordTexts } from './reset-password.es.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was typed at the sign-in: kept in the history of the browser, never in the address. */
    email?: string;
  }
}

/** Asks for a link. The answer never tells whether there is an account. */
export function RequestForm() {
  const t = useTexts(resetPasswordTexts);
  const [sent, setSent] = useState(false);
  const { email = '' } = useLocation().state;
  const form = useForm({ mode: 'onTouched', defaultValues: { email } });
  const { submit, problem, busy } = useFormSend({
    form,
    send: ({ email }) => call('requestPasswordReset', { body: { email } }),
    onSent: () => setSent(true),
  });
  if (sent) {
    return (
      <AuthFrame title={t('request.sentTitle')} footer={<BackToLogin />}>
        <p role="status" className="text-pretty">
          {t('request.sent')}
        </p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('request.title')} subtitle={t('request.subtitle')} footer={<BackToLogin />}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextInput
          type="email"
          label={t('request.email')}
          autoComplete="username"
          maxLength={EMAIL_MAX}
          error={form.formState.errors.email?.message}
          {...form.register('email', {
            validate: {
              filled: (value) => value.trim() !== '' || t('request.emailMissing'),
              formed: (value) => isEmail(value) || t('request.emailInvalid'),
            },
          })}
        />
        <FormProblem problem={problem} />
        <Button type="submit" size="lg" busy={busy}>
          {t('request.submit')}
        </Button>
      </form>
    </AuthFrame>
  );
}

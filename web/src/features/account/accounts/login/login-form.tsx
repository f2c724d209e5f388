import { Button } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type SubmitEvent, useRef, useState } from 'react';
import { isApiError } from '../../../../platform/api/api-error.ts';
import { call } from '../../../../platform/api/call.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../../platform/notify.ts';
import { networkReturns } from '../../../../platform/use-online.ts';
import { BackOnline, type Problem, problemOf } from '../../../../shared/form-problem.tsx';
import { usePasswordLabels } from '../../../../shared/use-password-labels.ts';
import { useCompanyOnly } from '../use-company-only.ts';
import { loginTexts } from './login.es.ts';
import { useCompanyWay } from './use-company-way.tsx';
import { useEnter } from './use-enter.ts';

/** Email and password. The answer to a wrong address and to a wrong password is the same. */
export function LoginForm({ onSecondFactor }: { onSecondFactor: () => void }) {
  const t = useTexts(loginTexts);
  const labels = usePasswordLabels();
  const { signIn, problem } = useSignIn(onSecondFactor);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const { link, find, lead, forget } = useCompanyWay(email);
  const [missing, setMissing] = useState({ email: false, password: false });

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (signIn.isPending) return;
    // Read from the fields themselves: a password manager may have filled them in without an event.
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    const typed = fields as { email: string; password: string };
    const lacks = { email: typed.email.trim() === '', password: typed.password === '' };
    const asked = lacks.password ? lead() : find();
    // Who has no password here need not be told that it is missing.
    if (lacks.password && (await asked)) return;
    setMissing(lacks);
    if (lacks.email || lacks.password) {
      notify.error(t('fieldsMissing'));
      (lacks.email ? email : password).current?.focus();
    } else signIn.mutate({ ...typed, email: typed.email.trim() });
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <div>
        <TextInput
          ref={email}
          type="email"
          name="email"
          label={t('email')}
          placeholder={t('emailPlaceholder')}
          autoComplete="username"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this page
          autoFocus
          error={missing.email ? t('emailMissing') : undefined}
          onBlur={() => void find()}
          onChange={() => {
            forget();
            setMissing({ ...missing, email: false });
          }}
        />
        {/* The line of the link, of which narrow phones need two, is there before it: nothing below it moves. */}
        <p role="status" className="mt-2 -mb-1 min-h-5 text-sm max-[24rem]:min-h-10">
          {link}
        </p>
      </div>
      <div>
        <TextInput
          ref={password}
          type="password"
          name="password"
          label={t('password')}
          autoComplete="current-password"
          visibilityLabels={labels}
          error={missing.password ? t('passwordMissing') : undefined}
          onChange={() => setMissing({ ...missing, password: false })}
        />
        <p className="mt-2 text-right text-sm">
          <Link
            to="/admin/reset-password"
            // Read when it is followed: the field is the browser's own.
            state={() => ({ email: email.current?.value ?? '' })}
            // There is more room below it than above.
            className="press-around relative text-muted after:translate-y-1 hover:text-ink hover:underline"
          >
            {t('forgotten')}
          </Link>
        </p>
      </div>
      <BackOnline problem={problem} />
      <Button type="submit" size="lg" busy={signIn.isPending}>
        {signIn.isPending ? t('submitting') : t('submit')}
      </Button>
    </form>
  );
}

function useSignIn(onSecondFactor: () => void) {
  const t = useTexts(loginTexts);
  const enter = useEnter();
  const router = useRouter();
  const companyOnly = useCompanyOnly();
  const notifyFailure = useNotifyFailure();
  const [problem, setProblem] = useState<Problem | null>(null);
  const resend = useMutation({
    mutationFn: (email: string) => call('resendVerification', { body: { email } }),
    onSuccess: () => notify.info(t('resent')),
    onError: (error) => notifyFailure(error),
  });
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => call('signIn', { body }),
    onMutate: () => {
      setProblem(null);
      return networkReturns();
    },
    onSuccess: ({ session }) => (session ? enter(session) : onSecondFactor()),
    onError: (error, { email }, returns = networkReturns()) => {
      if (companyOnly(error)) return;
      setProblem(problemOf(error.message, error, returns));
      if (isApiError(error, 'account.email_not_verified')) {
        const action = { label: t('resend'), onClick: () => resend.mutate(email) };
        notifyFailure(error, { action, duration: 10_000 });
      } else if (isApiError(error, 'request.rate_limited')) {
        const onClick = () => void router.navigate({ to: '/admin/reset-password', state: { email } });
        const action = { label: t('tooManyLink'), onClick };
        notifyFailure(error, { description: t('tooManyHint'), action, duration: 10_000 });
      } else if (isApiError(error, 'network.unreadable')) notify.error(t('failed'));
      else if (isApiError(error)) notifyFailure(error);
      else notify.error(t('failedUnexpectedly'));
    },
  });
  return { signIn, problem };
}

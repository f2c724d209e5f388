import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazyPart } from '../../../../platform/lazy-part.tsx';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { configurationQuery } from '../../../../platform/session.ts';
import { choiceField, patternField, useUrlState } from '../../../../shared/url-state.ts';
import { AuthFrame } from '../../../../shared/auth-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { loginTexts } from './login.es.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { useFetchNextScreen } from './use-next-screen.ts';

/** Few are asked for it, and it brings the library of forms along. */
const SecondFactorForm = lazyPart(() => import('./second-factor-form.tsx'), 'SecondFactorForm');

/** In the demo alone. */
const DevelopmentBox = lazyPart(() => import('./development-box.tsx'), 'DevelopmentBox');

/** Waits with the page around it, which does not move then. */
const EntryProblem = lazyPart(() => import('./entry-problem.tsx'), 'EntryProblem');

/** '?step=second-factor': the password was right in this browser, and something else is asked for. */
const fields = {
  step: choiceField(['second-factor'], null),
  /** Where the company lets in of whom no other way does. */
  start: patternField(/^\/api\/sso\/[\da-f-]{36}\/start$/),
};

export function LoginPage() {
  const t = useTexts(loginTexts);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const [{ step, start }, setState] = useUrlState(fields);
  const { data: configuration } = useQuery(configurationQuery);
  useFetchNextScreen();
  if (step)
    return (
      <AuthFrame title={t('secondFactorTitle')} subtitle={t('secondFactorSubtitle')}>
        <SecondFactorForm onOver={() => setState({ step: null }, { replace: true })} />
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t('title')}
      subtitle={t('subtitle')}
      footer={
        <>
          {t('noAccount')}{' '}
          <Link
            to="/admin/register"
            className="press-around relative font-medium text-primary-ink hover:underline"
          >
            {t('register')}
          </Link>
        </>
      }
      aside={configuration?.demo ? <DevelopmentBox /> : null}
    >
      {typeof search.provider_error === 'string' ? (
        <EntryProblem code={search.provider_error} start={start} />
      ) : null}
      <LoginForm onSecondFactor={() => setState({ step: 'second-factor' })} />
      <PasskeyButton />
      <ProviderButtons />
    </AuthFrame>
  );
}

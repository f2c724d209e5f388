import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { loadPart } from '../../platform/load-part.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { configurationQuery } from '../../platform/session.ts';
import { choiceField, useUrlState } from '../../shared/url-state.ts';
import { AuthFrame } from '../../shared/auth-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { loginTexts } from './login-texts.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

const DevelopmentBox = lazy(async () => ({
  default: (await import('./development-box.tsx')).DevelopmentBox,
}));

const ProviderProblem = lazy(async () => ({
  default: (await import('../../shared/provider-problem.tsx')).ProviderProblem,
}));

const SecondFactorForm = lazy(async () => ({
  default: (await loadPart(() => import('./second-factor-form.tsx'))).SecondFactorForm,
}));

/** '?step=second-factor': the password was right in this browser, and something else is asked for. */
const fields = { step: choiceField(['second-factor'], null) };

export function LoginPage() {
  const t = useTexts(loginTexts);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const [{ step }, setState] = useUrlState(fields);
  const { data: configuration } = useQuery(configurationQuery);
  if (step)
    return (
      <AuthFrame title={t('secondFactorTitle')} subtitle={t('secondFactorSubtitle')}>
        <Suspense>
          <SecondFactorForm onOver={() => setState({ step: null }, { replace: true })} />
        </Suspense>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t('title')}
      subtitle={t('subtitle')}
      footer={
        <>
          {t('noAccount')}{' '}
          <Link to="/admin/register" className="font-medium text-primary-ink hover:underline">
            {t('register')}
          </Link>
        </>
      }
      aside={
        configuration?.demo ? (
          <Suspense>
            <DevelopmentBox />
          </Suspense>
        ) : null
      }
    >
      {typeof search.provider_error === 'string' ? (
        <Suspense>
          <ProviderProblem code={search.provider_error} />
        </Suspense>
      ) : null}
      <LoginForm onSecondFactor={() => setState({ step: 'second-factor' })} />
      <PasskeyButton />
      <ProviderButtons />
    </AuthFrame>
  );
}

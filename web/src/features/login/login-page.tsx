import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { configurationQuery } from '../../platform/session.ts';
import { AuthFrame } from '../../shared/auth-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { loginTexts } from './login-texts.ts';
import { ProviderButtons } from './provider-buttons.tsx';

const DevelopmentBox = lazy(async () => ({
  default: (await import('./development-box.tsx')).DevelopmentBox,
}));

const ProviderProblem = lazy(async () => ({
  default: (await import('../../shared/provider-problem.tsx')).ProviderProblem,
}));

export function LoginPage() {
  const t = useTexts(loginTexts);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { data: configuration } = useQuery(configurationQuery);
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
      <LoginForm />
      <ProviderButtons />
    </AuthFrame>
  );
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { AuthFrame } from '../../../../shared/auth-frame.tsx';
import { AwaitingVerification } from './awaiting-verification.tsx';
import { RegisterForm } from './register-form.tsx';
import { registerTexts } from './register.es.ts';

export function RegisterPage() {
  const t = useTexts(registerTexts);
  const [awaiting, setAwaiting] = useState<string | null>(null);
  if (awaiting !== null) return <AwaitingVerification email={awaiting} />;
  return (
    <AuthFrame
      title={t('title')}
      subtitle={t('subtitle')}
      footer={
        <>
          {t('haveAccount')}{' '}
          <Link
            to="/admin/login"
            className="press-around relative font-medium text-primary-ink hover:underline"
          >
            {t('signIn')}
          </Link>
        </>
      }
    >
      <RegisterForm onAwaiting={setAwaiting} />
    </AuthFrame>
  );
}

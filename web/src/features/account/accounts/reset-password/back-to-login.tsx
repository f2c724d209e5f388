import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { resetPasswordTexts } from './reset-password.es.ts';

export function BackToLogin() {
  const t = useTexts(resetPasswordTexts);
  return (
    <Link to="/admin/login" className="press-around relative font-medium text-primary-ink hover:underline">
      {t('back')}
    </Link>
  );
}

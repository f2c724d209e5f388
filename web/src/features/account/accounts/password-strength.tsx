import { StrengthMeter } from '@atalaya/ui/strength-meter';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { passwordsTexts } from './passwords.es.ts';

/** How hard a new password is to guess, in words: below every field for a new password. */
export function PasswordStrength({ password }: { password: string }) {
  const t = useTexts(passwordsTexts);
  return (
    <StrengthMeter
      className="mt-1"
      password={password}
      label={t('strength')}
      levels={[t('weak'), t('fair'), t('good'), t('strong')]}
    />
  );
}

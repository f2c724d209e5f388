import { StrengthMeter } from '@atalaya/ui/strength-meter';
import { useTexts } from '../platform/messages/use-texts.ts';
import { sharedTexts } from './shared.es.ts';

/** How hard a new password is to guess, in words: below every field for a new password. */
export function PasswordStrength({ password }: { password: string }) {
  const t = useTexts(sharedTexts);
  return (
    <StrengthMeter
      className="-mt-1 mb-3"
      password={password}
      label={t('password.strength')}
      levels={[t('password.weak'), t('password.fair'), t('password.good'), t('password.strong')]}
    />
  );
}

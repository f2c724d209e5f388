import { Card } from '@atalaya/ui/card';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { signOnRequiredTexts } from './sign-on-required.es.ts';

/** In the place of the password, which opens nothing where the company requires its single sign-on. */
export function SignOnRequiredCard() {
  const t = useTexts(signOnRequiredTexts);
  return (
    <Card title={t('title')}>
      <div className="grid gap-2">
        <p>{t('text')}</p>
        <p className="text-sm text-muted">{t('passkeys')}</p>
      </div>
    </Card>
  );
}

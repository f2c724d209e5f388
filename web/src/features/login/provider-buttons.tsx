import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { loginTexts } from './login-texts.ts';
import { providerMarks } from './provider-marks.tsx';

const PROVIDERS = [
  { key: 'facebook', name: 'Facebook' },
  { key: 'apple', name: 'Apple' },
  { key: 'google', name: 'Google' },
] as const;

/** Sign-in with another account; a provider that this server is not set up for says so. */
export function ProviderButtons() {
  const t = useTexts(loginTexts);
  return (
    <>
      <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('orWith')}
      </p>
      <div className="grid grid-cols-3 gap-2">
        {PROVIDERS.map(({ key, name }) => (
          <Button
            key={key}
            variant="outline"
            aria-label={t('continueWith', { provider: name })}
            onClick={() => notify.info(t('providerSoon', { provider: name }))}
          >
            {providerMarks[key]}
          </Button>
        ))}
      </div>
    </>
  );
}

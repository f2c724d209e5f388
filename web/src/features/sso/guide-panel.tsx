import { Select } from '@atalaya/ui/select';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { CopyField } from '../../shared/copy-field.tsx';
import { guidesTexts } from './guides.es.ts';
import { GUIDES, GUIDED } from './guides.ts';
import type { SignOn } from './sso.api.ts';
import { ssoTexts } from './sso.es.ts';

/** What to do at the provider, step by step, with our addresses where they are asked for. */
export function GuidePanel({ signOn }: { signOn: SignOn }) {
  const t = useTexts(ssoTexts);
  const guides = useTexts(guidesTexts);
  const [provider, setProvider] = useState<(typeof GUIDED)[number]>('entra');
  return (
    <div className="grid gap-4">
      <Select
        label={t('guide.provider')}
        value={provider}
        onValueChange={setProvider}
        options={GUIDED.map((value) => ({ value, label: t(`guide.providers.${value}`) }))}
      />
      <ol aria-label={t('guide.steps')} className="grid list-decimal gap-3 pl-6">
        {GUIDES[provider].map(({ text, copies }) => (
          <li key={text} className="pl-1 wrap-anywhere">
            <p>{guides(text)}</p>
            {copies ? (
              <div className="mt-2">
                <CopyField label={t(`ours.${copies}`)} value={signOn[copies]} />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">{t('guide.afterwards')}</p>
    </div>
  );
}

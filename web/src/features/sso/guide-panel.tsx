import { Select } from '@atalaya/ui/select';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { CopyField } from '../../shared/copy-field.tsx';
import { guidesTexts } from './guides.es.ts';
import { GUIDES, GUIDED, type OidcCopy, type SamlCopy } from './guides.ts';
import { KindSelect } from './our-addresses.tsx';
import { samlTexts } from './saml.es.ts';
import type { Kind } from './sign-on-values.ts';
import type { SignOn } from './sso.api.ts';
import { ssoTexts } from './sso.es.ts';

type GuidePanelProps = { signOn: SignOn; kind: Kind; onKind: (kind: Kind) => void };

/** What to do at the provider, step by step, with our addresses where they are asked for. */
export function GuidePanel({ signOn, kind, onKind }: GuidePanelProps) {
  const t = useTexts(ssoTexts);
  const saml = useTexts(samlTexts);
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
      <KindSelect kind={kind} onKind={onKind} />
      <ol aria-label={t('guide.steps')} className="grid list-decimal gap-3 pl-6">
        {GUIDES[kind][provider].map(({ text, copies }) => (
          <li key={text} className="pl-1 wrap-anywhere">
            <p>{guides(text)}</p>
            {copies ? (
              <div className="mt-2">
                <Copied signOn={signOn} name={copies} />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">{kind === 'saml' ? saml('afterwards') : t('guide.afterwards')}</p>
    </div>
  );
}

/** One of our addresses. */
function Copied({ signOn, name }: { signOn: SignOn; name: OidcCopy | SamlCopy }) {
  const t = useTexts(ssoTexts);
  const saml = useTexts(samlTexts);
  return name === 'redirect_uri' || name === 'logout_uri' ? (
    <CopyField label={t(`ours.${name}`)} value={signOn[name]} />
  ) : (
    <CopyField label={saml(`ours.${name}`)} value={signOn.saml[name]} />
  );
}

import { buttonClass } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { CopyField } from '../../shared/copy-field.tsx';
import { FileLink } from '../../shared/file-link.tsx';
import { samlTexts } from './saml.es.ts';
import { KINDS, type Kind } from './sign-on-values.ts';
import type { SignOn } from './sso.api.ts';
import { ssoTexts } from './sso.es.ts';

type KindSelectProps = { kind: Kind; onKind: (kind: Kind) => void };

/** In which way people sign in at the provider. */
export function KindSelect({ kind, onKind }: KindSelectProps) {
  const t = useTexts(ssoTexts);
  return (
    <Select
      label={t('kind')}
      value={kind}
      onValueChange={onKind}
      options={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
    />
  );
}

/** What the provider has to know of us. */
export function OurAddresses({ signOn, kind, onKind }: KindSelectProps & { signOn: SignOn }) {
  const t = useTexts(ssoTexts);
  return (
    <section aria-label={t('ours.title')} className="grid gap-3">
      <div>
        <h3 className="font-medium">{t('ours.title')}</h3>
        <p className="text-sm text-muted">{t('ours.hint')}</p>
      </div>
      <KindSelect kind={kind} onKind={onKind} />
      {kind === 'oidc' ? (
        <>
          <CopyField label={t('ours.redirect_uri')} value={signOn.redirect_uri} />
          <CopyField label={t('ours.logout_uri')} value={signOn.logout_uri} />
        </>
      ) : (
        <OurSaml own={signOn.saml} />
      )}
    </section>
  );
}

function OurSaml({ own }: { own: SignOn['saml'] }) {
  const t = useTexts(samlTexts);
  return (
    <>
      <CopyField label={t('ours.entity_id')} value={own.entity_id} />
      <CopyField label={t('ours.acs_url')} value={own.acs_url} />
      <CopyField label={t('ours.logout_url')} value={own.logout_url} />
      <p className="text-sm text-muted">{t('ours.hint')}</p>
      <div className="flex flex-wrap gap-2">
        <FileLink
          href={new URL(own.entity_id).pathname}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          {t('ours.metadata')}
        </FileLink>
        <FileLink
          href="/api/sso/saml/certificate"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          {t('ours.certificate')}
        </FileLink>
      </div>
    </>
  );
}

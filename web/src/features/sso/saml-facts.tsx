import { CERTIFICATE_WARNING_DAYS } from '@atalaya/contract/limits';
import { Badge } from '@atalaya/ui/badge';
import { Banner } from '@atalaya/ui/banner';
import { useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { Fact } from './fact.tsx';
import { samlTexts } from './saml.es.ts';
import type { SamlSettings } from './sso.api.ts';

const DAY_MS = 86_400_000;
const WARNED_MS = Math.max(...CERTIFICATE_WARNING_DAYS) * DAY_MS;

/** What is known of a provider that speaks SAML, and what there is to be done about it. */
export function SamlFacts({ settings }: { settings: SamlSettings }) {
  const t = useTexts(samlTexts);
  const { dateTime } = useFormat();
  const [now] = useState(() => Date.now());
  const { metadata_url, read_at, failing } = settings;
  return (
    <div className="grid gap-3">
      {failing ? (
        <Banner tone="warning" title={t('facts.failing', { moment: dateTime(failing.since) })}>
          <p>{t('facts.failingWhy', { problem: t(`problems.${failing.problem}`) })}</p>
        </Banner>
      ) : null}
      <Ending settings={settings} now={now} />
      <dl className="grid gap-3">
        {metadata_url === null ? null : (
          <Fact label={t('facts.metadataUrl')} value={metadata_url}>
            {failing ? null : t('facts.read', { moment: dateTime(read_at) })}
          </Fact>
        )}
        <Fact label={t('facts.entityId')} value={settings.entity_id} />
        <Fact label={t('facts.signInUrl')} value={settings.sign_in_url} />
        <Fact label={t('facts.logoutUrl')} value={settings.logout_url ?? t('facts.noLogout')} />
        <Fact
          label={t('facts.signed')}
          value={t(settings.wants_signed ? 'facts.signedOn' : 'facts.signedOff')}
        />
        <Fact
          label={t('facts.unasked')}
          value={t(settings.allows_unasked ? 'facts.unaskedOn' : 'facts.unaskedOff')}
        />
      </dl>
      <Certificates settings={settings} now={now} />
    </div>
  );
}

type OfCertificates = { settings: SamlSettings; now: number };

/** As the admins are told by the bell: before the last certificate ends. */
function Ending({ settings: { certificates }, now }: OfCertificates) {
  const t = useTexts(samlTexts);
  const { date } = useFormat();
  const last = Math.max(...certificates.map(({ not_after }) => Date.parse(not_after)));
  const left = last - now;
  if (left > WARNED_MS) return null;
  if (left <= 0) return <Banner tone="danger">{t('facts.allEnded')}</Banner>;
  return <Banner tone="warning">{t('facts.ending', { day: date(new Date(last)) })}</Banner>;
}

function Certificates({ settings: { certificates }, now }: OfCertificates) {
  const t = useTexts(samlTexts);
  const { date } = useFormat();
  const stateOf = ({ not_before, not_after }: (typeof certificates)[number]) => {
    if (Date.parse(not_after) <= now)
      return <Badge tone="danger">{t('facts.ended', { day: date(not_after) })}</Badge>;
    if (Date.parse(not_before) > now)
      return <Badge tone="info">{t('facts.from', { day: date(not_before) })}</Badge>;
    const isSoon = Date.parse(not_after) - now <= WARNED_MS;
    return <Badge tone={isSoon ? 'warning' : 'neutral'}>{t('facts.until', { day: date(not_after) })}</Badge>;
  };
  return (
    <section aria-label={t('facts.certificates')} className="grid gap-2">
      <h3 className="text-sm text-muted">{t('facts.certificates')}</h3>
      <ul className="grid gap-2">
        {certificates.map((each) => (
          <li key={each.fingerprint} className="grid justify-items-start gap-1">
            {stateOf(each)}
            <span className="font-mono text-xs wrap-anywhere">{each.fingerprint}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

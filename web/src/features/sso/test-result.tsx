import { Banner, type BannerTone } from '@atalaya/ui/banner';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import type { SignOnTest } from './sso.api.ts';
import { ssoTexts } from './sso.es.ts';

const TONES: Record<SignOnTest['outcome'], BannerTone> = {
  known: 'success',
  linked: 'success',
  created: 'success',
  refused: 'warning',
};

/** Why a person may be refused, by the code, with the name of its text. */
const REFUSALS = {
  'sso.no_email': 'noEmail',
  'sso.foreign_email': 'foreignEmail',
  'sso.other_person': 'otherPerson',
  'sso.account_closed': 'accountClosed',
  'organization.domain_not_allowed': 'domainNotAllowed',
  'organization.seats_full': 'seatsFull',
} as const;
const refusalOf = (code: string | null) => REFUSALS[code as keyof typeof REFUSALS] ?? 'other';

/** What the last test has received, and what would have come of it. */
export function TestResult({ test, isTested }: { test: SignOnTest; isTested: boolean }) {
  const t = useTexts(ssoTexts);
  const roles = useTexts(rolesTexts);
  const { dateTime } = useFormat();
  const { outcome, code, email, role, tested_at, claims } = test;
  return (
    <section aria-label={t('test.result')} className="grid gap-4">
      <Banner tone={TONES[outcome]} title={t(`outcomes.${outcome}`, { email: email ?? '' })}>
        {outcome === 'created' && role ? <p>{t('test.role', { role: roles(`${role}.name`) })}</p> : null}
        {outcome === 'refused' ? <p>{t(`refusals.${refusalOf(code)}`, { email: email ?? '' })}</p> : null}
      </Banner>
      <p className="text-sm text-muted">
        {t('test.at', { moment: dateTime(tested_at) })}
        {outcome !== 'refused' && !isTested ? ` ${t('test.changedSince')}` : null}
      </p>
      <section aria-label={t('test.claims')} className="grid gap-2">
        <h3 className="font-medium">{t('test.claims')}</h3>
        <dl className="divide-y divide-line rounded-lg border border-line text-sm">
          {claims.map(({ name, value }) => (
            <div key={name} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[10rem_1fr]">
              <dt className="wrap-anywhere text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </section>
  );
}

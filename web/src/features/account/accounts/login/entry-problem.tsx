import type { ErrorCode } from '@atalaya/contract/errors';
import { Banner } from '@atalaya/ui/banner';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { ProviderProblem } from '../../providers/provider-problem.tsx';
import { CompanyLink } from './company-link.tsx';
import { entryProblemTexts } from './entry-problem.es.ts';

type CompanyCode =
  | Exclude<Extract<ErrorCode, `sso.${string}`>, 'sso.not_tested' | 'sso.metadata_refused'>
  | 'organization.seats_full'
  | 'organization.domain_not_allowed';

/** What coming back from one's company can end with; a new code of it does not compile without its line. */
const COMPANY_CODES: Record<CompanyCode, true> = {
  'sso.failed': true,
  'sso.unreachable': true,
  'sso.address_refused': true,
  'sso.no_email': true,
  'sso.foreign_email': true,
  'sso.other_person': true,
  'sso.account_closed': true,
  'sso.required': true,
  'organization.seats_full': true,
  'organization.domain_not_allowed': true,
};
const isOfCompany = (code: string): code is CompanyCode => Object.hasOwn(COMPANY_CODES, code);

/** Why signing in failed; `code` comes from the address, and `start`, which leads on to the company. */
export function EntryProblem({ code, start }: { code: string; start: string }) {
  const t = useTexts(entryProblemTexts);
  if (code === 'sso.required') return <CompanyOnly start={start} />;
  if (!isOfCompany(code)) return <ProviderProblem code={code} />;
  return (
    <Banner tone="danger" className="mb-4" title={t('refused')}>
      {t(`problems.${code}`)}
    </Banner>
  );
}

/** All was right, and the company lets its people in through its own sign-in alone. */
function CompanyOnly({ start }: { start: string }) {
  const t = useTexts(entryProblemTexts);
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className="mb-4 grid gap-3">
      <Banner tone="danger" title={t('required')}>
        {t('problems.sso.required')}
      </Banner>
      {start === '' ? null : <CompanyLink start={start} ref={ref} look="button" />}
    </div>
  );
}

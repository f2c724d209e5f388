import type { ErrorCode } from '@atalaya/contract/errors';
import { Banner } from '@atalaya/ui/banner';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { ProviderProblem } from '../../providers/provider-problem.tsx';
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
  'organization.seats_full': true,
  'organization.domain_not_allowed': true,
};
const isOfCompany = (code: string): code is CompanyCode => Object.hasOwn(COMPANY_CODES, code);

/** Why signing in elsewhere failed; `code` comes from the address. */
export function EntryProblem({ code }: { code: string }) {
  const t = useTexts(entryProblemTexts);
  if (!isOfCompany(code)) return <ProviderProblem code={code} />;
  return (
    <Banner tone="danger" className="mb-4" title={t('refused')}>
      {t(`problems.${code}`)}
    </Banner>
  );
}

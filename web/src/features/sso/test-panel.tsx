import { SAML_PROBLEMS } from '@atalaya/contract/saml-problems';
import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { ExternalLink } from 'lucide-react';
import { ApiError } from '../../platform/api/api-error.ts';
import { useErrorText } from '../../platform/messages/error-text.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { samlTexts } from './saml.es.ts';
import type { SignOn } from './sso.api.ts';
import { ssoTexts } from './sso.es.ts';
import { TestResult } from './test-result.tsx';
import type { Returned } from './test-window.ts';
import type { Testing } from './use-testing.ts';

type TestPanelProps = { signOn: SignOn; testing: Testing };

/** Signs in at the provider in a window, and shows what that would have come to. */
export function TestPanel({ signOn, testing }: TestPanelProps) {
  const t = useTexts(ssoTexts);
  const { may } = usePermissions();
  const { settings, test } = signOn;
  const { begin, isBeginning, isAwaited, ended } = testing;
  return (
    <div className="grid gap-4">
      <p className="text-sm">{t(settings ? 'test.intro' : 'test.notSetUp')}</p>
      {may('connections.update') ? (
        <div>
          <Button icon={<ExternalLink size={16} />} disabled={!settings} busy={isBeginning} onClick={begin}>
            {t(test ? 'test.again' : 'test.begin')}
          </Button>
        </div>
      ) : null}
      {isAwaited ? <Banner tone="info">{t('test.awaited')}</Banner> : null}
      {ended ? <TestProblem ended={ended} isSaml={settings?.kind === 'saml'} /> : null}
      {settings && test && !isAwaited && !ended ? (
        <TestResult test={test} isTested={settings.is_tested} />
      ) : null}
    </div>
  );
}

/** What coming back from a test can end with. */
const CODES = [
  'sso.failed',
  'sso.unreachable',
  'sso.address_refused',
  'object.not_found',
  'request.rate_limited',
] as const;

/** Why a test has not come to its end; what is said of it comes from an address. */
function TestProblem({ ended, isSaml }: { ended: Returned; isSaml: boolean }) {
  const t = useTexts(ssoTexts);
  const saml = useTexts(samlTexts);
  const known = CODES.find((each) => each === ended.problem) ?? 'sso.failed';
  const reason = SAML_PROBLEMS.find((each) => each === ended.reason);
  const failed = isSaml ? saml(reason ? `problems.${reason}` : 'failed') : t('test.failed');
  const text = useErrorText(new ApiError(400, { code: known, params: { seconds: 900 } }));
  return (
    <Banner tone="danger" title={t('test.ended')}>
      <p>{known === 'sso.failed' ? failed : text}</p>
    </Banner>
  );
}

import { Banner } from '@atalaya/ui/banner';
import { ApiError } from '../../../platform/api/api-error.ts';
import { useErrorText } from '../../../platform/messages/error-text.ts';

/** What coming back from a provider can end with. */
const CODES = [
  'provider.cancelled',
  'provider.failed',
  'provider.unreachable',
  'provider.link_first',
  'provider.already_linked',
  'account.invalid_credentials',
  'request.rate_limited',
  'object.not_found',
] as const;

/** Why signing in or linking with a provider failed; `code` comes from the address. */
export function ProviderProblem({ code }: { code: string }) {
  const known = CODES.find((each) => each === code) ?? 'provider.failed';
  return (
    <Banner tone="danger" className="mb-4">
      {useErrorText(new ApiError(400, { code: known, params: { seconds: 900 } }))}
    </Banner>
  );
}

import type { ErrorCode } from '@atalaya/contract/errors';
import { Banner } from '@atalaya/ui/banner';
import { ApiError } from '../../../platform/api/api-error.ts';
import { useErrorText } from '../../../platform/messages/error-text.ts';

/** Why a job could not go on. */
export function ImportFailure({ code }: { code: string }) {
  return <Banner tone="danger">{useErrorText(new ApiError(409, { code: code as ErrorCode }))}</Banner>;
}

import { EmptyState } from '@atalaya/ui/empty-state';
import { CircleAlert } from 'lucide-react';
import { isApiError } from '../platform/api/api-error.ts';
import { LoadFailed } from './load-failed.tsx';

type NotShownProps = {
  error: unknown;
  /** Says that the object does not exist, or no longer. */
  gone: string;
  /** Says that it could not be read: the connection or the server may be back in a moment. */
  failed: string;
  onRetry: () => unknown;
};

/** In the place of an object that an address names. An id of the wrong form names nothing, too. */
export function NotShown({ error, gone, failed, onRetry }: NotShownProps) {
  const isGone = isApiError(error, 'object.not_found') || isApiError(error, 'request.invalid');
  if (isGone) return <EmptyState icon={<CircleAlert size={20} />} title={gone} />;
  return <LoadFailed title={failed} onRetry={onRetry} />;
}

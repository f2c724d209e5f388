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

/** Whether an object that an address names does not exist. An id of the wrong form names nothing, too. */
export function isGone(error: unknown): boolean {
  return isApiError(error, 'object.not_found') || isApiError(error, 'request.invalid');
}

/** In the place of an object that an address names. */
export function NotShown({ error, gone, failed, onRetry }: NotShownProps) {
  if (isGone(error)) return <EmptyState icon={<CircleAlert size={20} />} title={gone} />;
  return <LoadFailed title={failed} error={error} onRetry={onRetry} />;
}

import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { NotShown } from './not-shown.tsx';

type LoadingDialogProps = {
  title: string;
  closeLabel: string;
  showCloseButton?: boolean;
  /** Names what is awaited. */
  loading: string;
  /** Says that the object does not exist, or no longer. */
  gone: string;
  /** Says that it could not be read. */
  failed: string;
  /** Why it could not be read; nothing while it is awaited. */
  error: unknown;
  onRetry: () => unknown;
  onClose: () => void;
};

/** In the place of a dialog about an object that has to be read first, or could not be. */
export function LoadingDialog(props: LoadingDialogProps) {
  const { title, closeLabel, showCloseButton = true, loading, gone, failed, error, onRetry, onClose } = props;
  return (
    <Modal open onClose={onClose} title={title} closeLabel={closeLabel} showCloseButton={showCloseButton}>
      {error ? (
        <NotShown error={error} gone={gone} failed={failed} onRetry={onRetry} />
      ) : (
        <div role="status" aria-label={loading} className="grid gap-6 py-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
    </Modal>
  );
}

import { Modal, type ModalProps } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AwaitsNetwork } from './awaits-network.tsx';
import { type Gone, GoneDialog } from './gone-dialog.tsx';
import { LoadFailed } from './load-failed.tsx';
import { isGone } from './not-shown.tsx';

/** `size` and `position`: as of the dialog that comes, so that nothing moves. */
type LoadingDialogProps = Pick<ModalProps, 'size' | 'position'> & {
  title: string;
  closeLabel: string;
  showCloseButton?: boolean;
  /** Names what is awaited. */
  loading: string;
  /** Said where the object does not exist, or no longer. */
  gone: Gone;
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
  const { size, position } = props;
  if (isGone(error)) return <GoneDialog {...gone} onClose={onClose} />;
  return (
    <Modal open onClose={onClose} {...{ title, closeLabel, showCloseButton, size, position }}>
      {error ? (
        <LoadFailed title={failed} error={error} onRetry={onRetry} />
      ) : (
        <>
          <AwaitsNetwork className="mb-4" />
          <div role="status" aria-label={loading} className="grid gap-6 py-2">
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
          </div>
        </>
      )}
    </Modal>
  );
}

type LoadedDialogProps<T, Key extends readonly unknown[]> = Omit<LoadingDialogProps, 'error' | 'onRetry'> & {
  query: UseQueryOptions<T, Error, T, Key>;
  /** Whether something else that it shows is on its way. */
  awaits?: boolean;
  /** The dialog itself. */
  children: (data: T) => ReactNode;
};

/** A dialog about an object that has to be read first. */
export function LoadedDialog<T, Key extends readonly unknown[]>(props: LoadedDialogProps<T, Key>) {
  const { query, awaits = false, children, ...rest } = props;
  const { data, error, refetch } = useQuery(query);
  if (data !== undefined && !awaits) return children(data);
  return <LoadingDialog {...rest} error={error} onRetry={refetch} />;
}

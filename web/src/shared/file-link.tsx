import { Spinner } from '@atalaya/ui/spinner';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useNotifyFailure } from '../platform/notify.ts';
import { saveFrom } from './save-file.ts';

type FileLinkProps = Omit<ComponentProps<'a'>, 'href' | 'download' | 'onClick'> & {
  href: string;
  icon?: ReactNode;
};

/**
 * A link to a file of the server. The browser's own download would save a failure as if it were the file, and would
 * tell nothing on the screen; with the middle button or in another window it is the browser's all the same.
 */
export function FileLink({
  icon = <Download size={16} aria-hidden />,
  href,
  children,
  ...rest
}: FileLinkProps) {
  const notifyFailure = useNotifyFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: saveFrom,
    onError: (error) => notifyFailure(error),
  });
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isPending) mutate(href);
  };
  return (
    <a {...rest} href={href} download aria-busy={isPending || undefined} onClick={click}>
      {isPending ? <Spinner /> : icon}
      {children}
    </a>
  );
}

import { Spinner } from '@atalaya/ui/spinner';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useNotifyFailure } from '../platform/notify.ts';
import { saveFrom } from './save-file.ts';

type FileLinkProps = Omit<ComponentProps<'a'>, 'href' | 'download' | 'onClick'> & {
  href: string;
  icon?: ReactNode;
  /** Leaves the file among the person's downloads, where that is not by reading it into the page's memory. */
  save?: (href: string) => Promise<unknown>;
};

/**
 * A link to a file of the server. The browser's own download would save a failure as if it were the file, and would
 * tell nothing on the screen; with the middle button or in another window it is the browser's all the same.
 */
export function FileLink({
  icon = <Download size={16} aria-hidden />,
  href,
  save = saveFrom,
  children,
  ...rest
}: FileLinkProps) {
  const notifyFailure = useNotifyFailure();
  const { mutateAsync, isPending } = useMutation({ mutationFn: save });
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Awaited, not handed to mutate(): the link may be off the screen by the time the answer comes.
    if (!isPending) void mutateAsync(href).catch(notifyFailure);
  };
  return (
    <a {...rest} href={href} download aria-busy={isPending || undefined} onClick={click}>
      {isPending ? <Spinner /> : icon}
      {children}
    </a>
  );
}

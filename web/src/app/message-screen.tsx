import { EmptyState } from '@atalaya/ui/empty-state';
import type { ReactNode } from 'react';

type MessageScreenProps = { icon: ReactNode; title: string; text: ReactNode; action?: ReactNode };

/** A whole screen that says one thing and offers a way on. */
export function MessageScreen({ icon, title, text, action }: MessageScreenProps) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <title>{`${title} · Atalaya`}</title>
      <h1 className="sr-only">{title}</h1>
      <EmptyState icon={icon} title={title} description={text} action={action} />
    </div>
  );
}

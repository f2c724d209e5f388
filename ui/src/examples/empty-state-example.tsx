import { Inbox } from 'lucide-react';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function EmptyStateExample({ t }: ExampleProps) {
  return (
    <EmptyState
      icon={<Inbox size={20} />}
      title={t.nothing}
      description={t.description}
      action={<Button>{t.clear}</Button>}
    />
  );
}

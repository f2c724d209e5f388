import { Button } from '@atalaya/ui/button';
import { Menu } from '@atalaya/ui/menu';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

/** At the foot of an open record: behind ⋯ what can be done with it beside its main action. */
export function MoreActions({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <Button variant="ghost" iconOnly aria-label={label}>
          <Ellipsis size={16} />
        </Button>
      }
    >
      {children}
    </Menu>
  );
}

import { type ReactNode, createContext, use, useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import type { AskLastAdmin } from './offboard-dialog.tsx';

const OffboardDialog = lazyPart(() => import('./offboard-dialog.tsx'), 'OffboardDialog');

type Leaving = {
  ids: string[];
  /** Once they have left. */
  onDone?: () => void;
};

const OffboardContext = createContext<((leaving: Leaving) => void) | null>(null);

type OffboardPlaceProps = {
  /** Runs what may take the last administrator from a company: refused at first, it asks, and runs again. */
  askLastAdmin: AskLastAdmin;
  onDone: () => void;
  children: ReactNode;
};

/** Where the dialog is: the row that it was opened from may be gone from the list once its person has left. */
export function OffboardPlace({ askLastAdmin, onDone, children }: OffboardPlaceProps) {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  return (
    <OffboardContext value={setLeaving}>
      {children}
      {leaving ? (
        <OffboardDialog
          ids={leaving.ids}
          askLastAdmin={askLastAdmin}
          onDone={() => {
            onDone();
            leaving.onDone?.();
          }}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </OffboardContext>
  );
}

/** Opens the dialog for these people. */
export function useOffboard() {
  const open = use(OffboardContext);
  if (!open) throw new Error('useOffboard outside OffboardPlace');
  return open;
}

import type { ReactNode } from 'react';

/** The buttons of a step. */
export function ImportFooter({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-2 border-t border-line pt-3 max-sm:*:grow">
      {children}
    </div>
  );
}

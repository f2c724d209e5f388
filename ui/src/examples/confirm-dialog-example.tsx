import { useState } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const kinds = ['destructive', 'harmless', 'typeToConfirm', 'busy'] as const;

export function ConfirmDialogExample({ t }: ExampleProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('destructive');
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const close = () => setOpen(false);

  /** Used in place of a request to the server, two seconds long. */
  function carryOut() {
    setBusy(true);
    setTimeout(() => {
      setBusy(false);
      close();
    }, 2000);
  }

  return (
    <div className="flex flex-wrap gap-2">
      {kinds.map((each) => (
        <Button
          key={each}
          variant="outline"
          onClick={() => {
            setKind(each);
            setOpen(true);
          }}
        >
          {each}
        </Button>
      ))}
      <ConfirmDialog
        open={open}
        onConfirm={kind === 'busy' ? carryOut : close}
        onCancel={close}
        title={t.deleteQuestion}
        consequence={t.deleteConsequence}
        confirmLabel={kind === 'harmless' ? t.save : t.delete}
        cancelLabel={t.cancel}
        destructive={kind !== 'harmless'}
        typeToConfirm={kind === 'typeToConfirm' ? { label: t.typeName, name: 'Demo Iberia' } : undefined}
        busy={busy}
      />
    </div>
  );
}

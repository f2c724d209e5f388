import { useState } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Modal, type ModalSize } from '../modal.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const sizes: ModalSize[] = ['sm', 'md', 'lg', 'xl', 'full'];

export function ModalExample({ t }: ExampleProps) {
  const [open, setOpen] = useState<ModalSize | 'top' | 'bottom' | 'apple' | 'confirm'>();
  const close = () => setOpen(undefined);
  const size = sizes.find((candidate) => candidate === open);
  return (
    <div className="flex flex-wrap gap-2">
      {([...sizes, 'top', 'bottom', 'apple', 'confirm'] as const).map((kind) => (
        <Button key={kind} variant="outline" onClick={() => setOpen(kind)}>
          {kind}
        </Button>
      ))}
      <Modal
        open={open !== undefined && open !== 'confirm'}
        onClose={close}
        size={size}
        position={open === 'top' || open === 'bottom' ? open : 'center'}
        theme={open === 'apple' ? 'apple' : 'default'}
        title={t.title}
        description={t.description}
        closeLabel={t.close}
        footer={<Button onClick={close}>{t.save}</Button>}
      >
        {t.message}
      </Modal>
      <ConfirmDialog
        open={open === 'confirm'}
        onConfirm={close}
        onCancel={close}
        title={t.title}
        consequence={t.description}
        confirmLabel={t.delete}
        cancelLabel={t.cancel}
        destructive
      />
    </div>
  );
}

import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import type { ReactNode } from 'react';

type ShownOnceDialogProps = {
  title: string;
  description?: string;
  /** Says that it is not shown again. */
  warning: string;
  closeLabel: string;
  done: string;
  onClose: () => void;
  children: ReactNode;
};

/** A secret that was made, this once. What is beside the dialog does not close it by mistake. */
export function ShownOnceDialog(props: ShownOnceDialogProps) {
  const { title, description, warning, closeLabel, done, onClose, children } = props;
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOverlay={false}
      title={title}
      description={description}
      closeLabel={closeLabel}
      footer={<Button onClick={onClose}>{done}</Button>}
    >
      <Banner tone="warning">{warning}</Banner>
      <div className="mt-4 grid gap-4">{children}</div>
    </Modal>
  );
}

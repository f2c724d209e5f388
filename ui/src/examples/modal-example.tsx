import { useState } from 'react';
import { Button } from '../button.tsx';
import { Modal, type ModalPosition, type ModalSize, type ModalTheme } from '../modal.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const sizes: ModalSize[] = ['sm', 'md', 'lg', 'xl', 'full'];
const positions: ModalPosition[] = ['center', 'top', 'bottom'];
const themes: ModalTheme[] = ['default', 'apple'];

/** The ways that are left to close it are those that are not disabled. */
const closings = { closeOnEscape: false, closeOnOverlay: false, showCloseButton: false };

export function ModalExample({ t }: ExampleProps) {
  const [kind, setKind] = useState<string>('md');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const show = (next: string) => {
    setKind(next);
    setOpen(true);
  };
  return (
    <div className="flex flex-wrap gap-2">
      {[...sizes, ...positions, ...themes, ...Object.keys(closings), 'startsAtTitle', 'scroll'].map(
        (each) => (
          <Button key={each} variant="outline" onClick={() => show(each)}>
            {each}
          </Button>
        ),
      )}
      <Modal
        open={open}
        onClose={close}
        size={sizes.find((size) => size === kind)}
        position={positions.find((position) => position === kind)}
        theme={themes.find((theme) => theme === kind)}
        closeOnEscape={kind !== 'closeOnEscape'}
        closeOnOverlay={kind !== 'closeOnOverlay'}
        showCloseButton={kind !== 'showCloseButton'}
        startsAtTitle={kind === 'startsAtTitle'}
        title={t.title}
        description={t.description}
        closeLabel={t.close}
        footer={<Button onClick={close}>{t.save}</Button>}
      >
        {kind === 'scroll' ? <p className="h-[200vh]">{t.message}</p> : t.message}
      </Modal>
    </div>
  );
}

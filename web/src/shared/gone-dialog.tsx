import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';

export type Gone = {
  /** Names what is not there: 'Ticket no disponible'. */
  title: string;
  text: string;
  /** The way on: 'Ver todos los tickets'. */
  all: string;
  /** Where closing alone does not lead there. */
  onAll?: () => void;
};

/** In the place of a dialog about an object that does not exist, or no longer: trying again would change nothing. */
export function GoneDialog({ title, text, all, onClose, onAll = onClose }: Gone & { onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      size="sm"
      title={title}
      description={text}
      closeLabel={all}
      showCloseButton={false}
      footer={<Button onClick={onAll}>{all}</Button>}
    />
  );
}

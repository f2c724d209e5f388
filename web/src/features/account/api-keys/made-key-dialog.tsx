import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { CopyField } from '../../../shared/copy-field.tsx';
import { apiKeysTexts } from './api-keys.es.ts';
import type { MadeKey } from './api-keys.api.ts';

/** A new key, this once. */
export function MadeKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOverlay={false}
      title={t('made.title')}
      description={made.key.name}
      closeLabel={t('made.close')}
      footer={<Button onClick={onClose}>{t('made.done')}</Button>}
    >
      <Banner tone="warning">{t('made.warning')}</Banner>
      <div className="mt-4">
        <CopyField label={t('made.key')} value={made.token} />
      </div>
      <p className="mt-4 mb-1 text-sm font-medium">{t('made.example')}</p>
      <pre className="rounded-md border border-line bg-hover p-3 text-xs break-all whitespace-pre-wrap">{`curl -H "Authorization: Bearer $ATALAYA_KEY" \\
  ${window.location.origin}/api/session`}</pre>
    </Modal>
  );
}

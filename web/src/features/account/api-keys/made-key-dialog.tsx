import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { TextInput } from '@atalaya/ui/text-input';
import { Copy } from 'lucide-react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { copyText } from '../../../shared/copy-text.ts';
import { apiKeysTexts } from './api-keys.es.ts';
import type { MadeKey } from './api-keys.api.ts';

/** A new key, this once. */
export function MadeKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  async function copy() {
    if (await copyText(made.token)) notify.success(t('made.copied'));
    else notify.info(t('made.notCopied'));
  }
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
      <div className="mt-4 flex items-end gap-2">
        <TextInput
          label={t('made.key')}
          readOnly
          value={made.token}
          className="min-w-0 flex-1"
          onFocus={(event) => event.target.select()}
        />
        <Button variant="outline" icon={<Copy size={14} />} onClick={() => void copy()}>
          {t('made.copy')}
        </Button>
      </div>
      <p className="mt-4 mb-1 text-sm font-medium">{t('made.example')}</p>
      <pre className="rounded-md border border-line bg-hover p-3 text-xs break-all whitespace-pre-wrap">{`curl -H "Authorization: Bearer $ATALAYA_KEY" \\
  ${window.location.origin}/api/session`}</pre>
    </Modal>
  );
}

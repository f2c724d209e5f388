import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { CopyField } from '../../shared/copy-field.tsx';
import { type MadeWebhook, webhooksQuery } from './webhooks.api.ts';
import { webhooksTexts } from './webhooks.es.ts';

type SecretDialogProps = { organization: string; made: MadeWebhook; onClose: () => void };

/** A new secret, this once, beside the key that everybody may know. */
export function SecretDialog({ organization, made, onClose }: SecretDialogProps) {
  const t = useTexts(webhooksTexts);
  const { data } = useQuery(webhooksQuery(organization));
  return (
    <Modal
      open
      onClose={onClose}
      closeOnOverlay={false}
      title={t('secret.title')}
      closeLabel={t('close')}
      footer={<Button onClick={onClose}>{t('secret.done')}</Button>}
    >
      <Banner tone="warning">{t('secret.warning')}</Banner>
      <div className="mt-4 grid gap-4">
        <CopyField label={t('secret.secret')} value={made.secret} />
        {data ? <CopyField label={t('secret.publicKey')} value={data.public_key} /> : null}
      </div>
    </Modal>
  );
}

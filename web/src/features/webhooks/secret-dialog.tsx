import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { CopyField } from '../../shared/copy-field.tsx';
import { ShownOnceDialog } from '../../shared/shown-once-dialog.tsx';
import { type MadeWebhook, webhooksQuery } from './webhooks.api.ts';
import { webhooksTexts } from './webhooks.es.ts';

type SecretDialogProps = { organization: string; made: MadeWebhook; onClose: () => void };

/** A new secret, this once, beside the key that everybody may know. */
export function SecretDialog({ organization, made, onClose }: SecretDialogProps) {
  const t = useTexts(webhooksTexts);
  const { data } = useQuery(webhooksQuery(organization));
  return (
    <ShownOnceDialog
      title={t('secret.title')}
      warning={t('secret.warning')}
      closeLabel={t('close')}
      done={t('secret.done')}
      onClose={onClose}
    >
      <CopyField label={t('secret.secret')} value={made.secret} />
      {data ? <CopyField label={t('secret.publicKey')} value={data.public_key} /> : null}
    </ShownOnceDialog>
  );
}

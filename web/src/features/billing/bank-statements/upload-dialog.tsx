import { STATEMENT_MAX_BYTES } from '@atalaya/contract/statement-codes';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { UploadModal } from '../../../shared/upload-modal.tsx';
import { uploadStatement, useStatementsChanged } from './bank-statements.api.ts';
import { bankStatementsTexts } from './bank-statements.es.ts';

type UploadDialogProps = {
  /** With the id of the first one that is new; null: there is none. */
  onTaken: (id: string | null) => void;
  onClose: () => void;
};

/** Takes a file of the bank. */
export function UploadDialog({ onTaken, onClose }: UploadDialogProps) {
  const t = useTexts(bankStatementsTexts);
  const changed = useStatementsChanged();
  return (
    <UploadModal
      texts={{
        title: t('uploading.title'),
        close: t('close'),
        file: t('uploading.file'),
        choose: t('uploading.choose'),
        instructions: t('uploading.instructions'),
        busy: t('uploading.busy'),
        hint: t('uploading.hint'),
        rejected: t('uploading.rejected'),
      }}
      accept={['.xml', 'text/xml', 'application/xml']}
      maxBytes={STATEMENT_MAX_BYTES}
      send={uploadStatement}
      onSent={({ statements }) => {
        const [first] = statements;
        if (first) notify.success(t('uploading.done', { count: statements.length }));
        else notify.info(t('uploading.known'));
        onTaken(first?.id ?? null);
      }}
      onSettled={changed}
      onClose={onClose}
    />
  );
}

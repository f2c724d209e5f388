import { STATEMENT_MAX_BYTES } from '@atalaya/contract/statement-codes';
import { FileDrop } from '@atalaya/ui/file-drop';
import { Modal } from '@atalaya/ui/modal';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../platform/messages/error-text.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { uploadStatement, useStatementsChanged } from './bank-statements.api.ts';
import { bankStatementsTexts } from './bank-statements.es.ts';

type UploadDialogProps = {
  /** With the id of the first one that is new; null: there is none. */
  onTaken: (id: string | null) => void;
  onClose: () => void;
};

/** Takes a file of the bank; what is wrong with it is said beside it. */
export function UploadDialog({ onTaken, onClose }: UploadDialogProps) {
  const t = useTexts(bankStatementsTexts);
  const { language } = useLanguage();
  const changed = useStatementsChanged();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState(0);
  const tell = async (error: unknown) => setProblem(await errorText(error, language));
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => {
      setProblem(undefined);
      setProgress(0);
      return uploadStatement(file, { onProgress: setProgress, signal: new AbortController().signal });
    },
    onSuccess: ({ statements }) => {
      const [first] = statements;
      if (first) notify.success(t('uploading.done', { count: statements.length }));
      else notify.info(t('uploading.known'));
      onTaken(first?.id ?? null);
    },
    onError: (error) => tell(error),
    onSettled: changed,
  });
  return (
    <Modal
      open
      onClose={isPending ? () => undefined : onClose}
      title={t('uploading.title')}
      closeLabel={t('close')}
    >
      <FileDrop
        texts={{
          label: t('uploading.file'),
          choose: t('uploading.choose'),
          instructions: t('uploading.instructions'),
          busy: t('uploading.busy'),
        }}
        accept={['.xml', 'text/xml', 'application/xml']}
        maxBytes={STATEMENT_MAX_BYTES}
        hint={t('uploading.hint')}
        error={problem}
        busy={isPending}
        progress={isPending && progress < 1 ? progress : null}
        onFiles={([file]) => file && mutate(file)}
        onReject={() => setProblem(t('uploading.rejected'))}
      />
    </Modal>
  );
}

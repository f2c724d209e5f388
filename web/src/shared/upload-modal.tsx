import { FileDrop } from '@atalaya/ui/file-drop';
import { Modal } from '@atalaya/ui/modal';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../platform/messages/error-text.ts';
import { useLanguage } from '../platform/messages/language.tsx';

type UploadModalProps<Result> = {
  texts: {
    title: string;
    close: string;
    file: string;
    choose: string;
    instructions: string;
    busy: string;
    hint: string;
    rejected: string;
  };
  accept: string[];
  maxBytes: number;
  send: (file: File, upload: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<Result>;
  onSent: (result: Result) => void;
  /** Also where it failed: what was sent may have arrived. */
  onSettled: () => void;
  onClose: () => void;
};

/** Takes one file, which is sent at once; what is wrong with it is said beside it. */
export function UploadModal<Result>(props: UploadModalProps<Result>) {
  const { texts, accept, maxBytes, send, onSent, onSettled, onClose } = props;
  const { language } = useLanguage();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState(0);
  const tell = async (error: unknown) => setProblem(await errorText(error, language));
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => {
      setProblem(undefined);
      setProgress(0);
      return send(file, { onProgress: setProgress, signal: new AbortController().signal });
    },
    onSuccess: onSent,
    onError: (error) => tell(error),
    onSettled,
  });
  return (
    <Modal open onClose={isPending ? () => undefined : onClose} title={texts.title} closeLabel={texts.close}>
      <FileDrop
        texts={{
          label: texts.file,
          choose: texts.choose,
          instructions: texts.instructions,
          busy: texts.busy,
        }}
        accept={accept}
        maxBytes={maxBytes}
        hint={texts.hint}
        error={problem}
        busy={isPending}
        progress={isPending && progress < 1 ? progress : null}
        onFiles={([file]) => file && mutate(file)}
        onReject={() => setProblem(texts.rejected)}
      />
    </Modal>
  );
}

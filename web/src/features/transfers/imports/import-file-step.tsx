import { type ImportResource, importFields } from '@atalaya/contract/import-fields';
import { IMPORT_BYTES } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { FileDrop } from '@atalaya/ui/file-drop';
import { FileDown, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { uploadFile } from '../../../platform/api/upload.ts';
import { errorText } from '../../../platform/messages/error-text.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { importsTexts } from './imports.es.ts';
import { saveFile } from '../../../shared/save-file.ts';
import type { Import } from './use-import.ts';

type ImportFileStepProps = { resource: ImportResource; onRead: (read: Import) => Promise<void> };

/** The file, or a template to make one from. */
export function ImportFileStep({ resource, onRead }: ImportFileStepProps) {
  const t = useTexts(importsTexts);
  const { progress, problem, unsent, send, stop, refuse } = useSending(resource, onRead);
  return (
    <div className="grid gap-3">
      <p className="text-muted">{t('file.intro')}</p>
      <FileDrop
        texts={{
          label: t('file.label'),
          choose: t('file.choose'),
          instructions: t('file.instructions'),
          busy: t('file.busy'),
          cancel: t('file.cancel'),
        }}
        accept={['.csv', '.txt', '.tsv', 'text/csv', 'text/plain', 'text/tab-separated-values']}
        maxBytes={IMPORT_BYTES}
        busy={progress !== null}
        progress={progress}
        onCancel={stop}
        error={problem ?? undefined}
        onFiles={([file]) => {
          if (file) void send(file);
        }}
        onReject={(reason) =>
          reason === 'size'
            ? void refuse(new ApiError(413, { code: 'import.too_large' }))
            : void refuse(t('file.kind'))
        }
      />
      {unsent ? (
        <div>
          <Button
            variant="outline"
            className="max-w-full"
            icon={<RotateCw size={16} className="shrink-0" />}
            onClick={() => void send(unsent)}
          >
            <span className="truncate">{t('file.again', { file: unsent.name })}</span>
          </Button>
        </div>
      ) : null}
      <Template resource={resource} />
    </div>
  );
}

function useSending(resource: ImportResource, onRead: (read: Import) => Promise<void>) {
  const { language } = useLanguage();
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // A file that did not arrive, as opposed to one that was looked at and refused.
  const [unsent, setUnsent] = useState<File | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const refuse = async (error: unknown) => {
    setUnsent(null);
    setProblem(typeof error === 'string' ? error : await errorText(error, language));
  };
  async function send(file: File) {
    const controller = new AbortController();
    sending.current = controller;
    setProblem(null);
    setUnsent(null);
    setProgress(0);
    const { signal } = controller;
    try {
      const upload = { onProgress: setProgress, signal, query: { resource } };
      await onRead(await uploadFile('createImport', file, file.name, upload));
    } catch (error) {
      if (signal.aborted) return;
      await refuse(error);
      if (!(error instanceof ApiError && error.code.startsWith('import.'))) setUnsent(file);
    } finally {
      setProgress(null);
    }
  }
  return { progress, problem, unsent, send, refuse, stop: () => sending.current?.abort() };
}

/** The titles alone, as an export writes them. */
function Template({ resource }: { resource: ImportResource }) {
  const t = useTexts(importsTexts);
  const { profile } = useSession();
  const download = () => {
    const titles = importFields(resource, profile.role).map((field) => t(`fields.${field}`));
    saveFile({
      name: t('file.templateName', { resource: t(`file.resources.${resource}`) }),
      content: new Blob([`\uFEFF${titles.join(';')}\r\n`], { type: 'text/csv' }),
    });
  };
  return (
    <div>
      <Button variant="link" className="-ml-3" icon={<FileDown size={16} />} onClick={download}>
        {t('file.template')}
      </Button>
    </div>
  );
}

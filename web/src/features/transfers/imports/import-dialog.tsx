import type { ImportResource } from '@atalaya/contract/import-fields';
import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Modal } from '@atalaya/ui/modal';
import { FileX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { ImportCheckStep } from './import-check-step.tsx';
import { ImportColumnsStep } from './import-columns-step.tsx';
import { ImportFileStep } from './import-file-step.tsx';
import { ImportResultStep } from './import-result-step.tsx';
import { type ImportStep, ImportSteps } from './import-steps.tsx';
import { importsTexts } from './imports.es.ts';
import { LoadFailed } from '../../../shared/load-failed.tsx';
import { DiscardDialog } from '../../../shared/unsaved-guard.tsx';
import { isUnderWay, useImport } from './use-import.ts';

type ImportDialogProps = {
  resource: ImportResource;
  /** The import that is shown, or null before there is one. */
  id: string | null;
  onChange: (id: string | null) => void;
  onClose: () => void;
};

/** A file, its columns, what would come of each row, and then what came of it: one after the other. */
export function ImportDialog({ resource, id, onChange, onClose }: ImportDialogProps) {
  const t = useTexts(importsTexts);
  const work = useImport(resource, id, onChange);
  const { now } = work;
  const [isNaming, setNaming] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const step: ImportStep =
    now === null
      ? 'file'
      : now.step === 'apply'
        ? 'result'
        : isNaming || now.step === 'read'
          ? 'columns'
          : 'check';
  const leave = () => {
    if (now && now.step !== 'apply' && isUnderWay(now)) work.cancel();
    onClose();
  };
  return (
    <Modal
      open
      onClose={() => (step === 'columns' || step === 'check' ? setLeaving(true) : leave())}
      closeOnOverlay={false}
      title={t(`titles.${resource}`)}
      closeLabel={t('close')}
      size="lg"
    >
      <ImportSteps step={step} />
      <Suspense>
        {id !== null && now === null ? <NotShown work={work} /> : null}
        {id === null ? <ImportFileStep resource={resource} onRead={work.keep} /> : null}
        {now && step === 'columns' ? (
          <ImportColumnsStep
            key={now.id}
            read={now}
            busy={work.busy}
            // Until the server has taken them, the columns stay as they were chosen.
            onCheck={(mapping) => work.check(mapping, () => setNaming(false))}
            onOtherFile={() => {
              setNaming(false);
              void work.keep(null);
            }}
          />
        ) : null}
        {now && step === 'check' ? (
          <ImportCheckStep work={{ ...work, now }} onBack={() => setNaming(true)} />
        ) : null}
        {now && step === 'result' ? <ImportResultStep work={{ ...work, now }} onClose={onClose} /> : null}
      </Suspense>
      <DiscardDialog open={isLeaving} onStay={() => setLeaving(false)} onDiscard={leave} />
    </Modal>
  );
}

/** While an import is read whose id the address names, and where that fails. */
function NotShown({ work }: { work: ReturnType<typeof useImport> }) {
  const t = useTexts(importsTexts);
  if (work.failure === null) return <div role="status" aria-label={t('reading')} className="h-40" />;
  if (work.failure === 'failed')
    return <LoadFailed title={t('readFailed')} error={work.error} onRetry={work.readAgain} />;
  return (
    <EmptyState
      icon={<FileX size={20} />}
      title={t('gone')}
      action={<Button onClick={() => void work.keep(null)}>{t('columns.otherFile')}</Button>}
    />
  );
}

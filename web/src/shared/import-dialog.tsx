import type { ImportResource } from '@atalaya/contract/import-fields';
import { Modal } from '@atalaya/ui/modal';
import { Suspense, useState } from 'react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { ImportCheckStep } from './import-check-step.tsx';
import { ImportColumnsStep } from './import-columns-step.tsx';
import { ImportFileStep } from './import-file-step.tsx';
import { ImportResultStep } from './import-result-step.tsx';
import { type ImportStep, ImportSteps } from './import-steps.tsx';
import { importsTexts } from './imports-texts.ts';
import { DiscardDialog } from './unsaved-guard.tsx';
import { isUnderWay, useImport } from './use-import.ts';

type ImportDialogProps = { resource: ImportResource; onClose: () => void };

/** A file, its columns, what would come of each row, and then what came of it: one after the other. */
export function ImportDialog({ resource, onClose }: ImportDialogProps) {
  const t = useTexts(importsTexts);
  const work = useImport();
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
        {now === null ? <ImportFileStep resource={resource} onRead={work.keep} /> : null}
        {now && step === 'columns' ? (
          <ImportColumnsStep
            key={now.id}
            read={now}
            busy={work.busy}
            onCheck={(mapping) => {
              setNaming(false);
              work.check(mapping);
            }}
            onOtherFile={() => {
              setNaming(false);
              work.keep(null);
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

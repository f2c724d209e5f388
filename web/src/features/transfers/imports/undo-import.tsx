import { useTexts } from '../../../platform/messages/use-texts.ts';
import { importsTexts } from './imports.es.ts';
import { UndoButton } from '../../undo/undo.face.ts';

type UndoImportProps = { id: string; count: number; size?: 'sm' | 'md'; onUndone?: () => void };

/** 'Deshacer importación': an import is taken back by its own id, as a whole. */
export function UndoImport({ count, ...props }: UndoImportProps) {
  const t = useTexts(importsTexts);
  const question = {
    title: t('result.undoTitle', { count }),
    consequence: t('result.undoConsequence'),
    confirmLabel: t('result.undo'),
  };
  return <UndoButton question={question} {...props} />;
}

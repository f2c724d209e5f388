import { Button } from '@atalaya/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../platform/messages/language.tsx';
import { useTexts } from '../platform/messages/use-texts.ts';
import { useConfirm } from './confirm.tsx';
import { importsTexts } from './imports-texts.ts';
import { takeBack } from './take-back.ts';

type UndoImportProps = { id: string; count: number; size?: 'sm' | 'md'; onUndone?: () => void };

/** 'Deshacer importación': an import is taken back by its own id, as a whole. */
export function UndoImport({ id, count, size = 'md', onUndone }: UndoImportProps) {
  const t = useTexts(importsTexts);
  const { language } = useLanguage();
  const client = useQueryClient();
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    const question = {
      title: t('result.undoTitle', { count }),
      consequence: t('result.undoConsequence'),
      confirmLabel: t('result.undo'),
    };
    if (!(await confirm(question))) return;
    setBusy(true);
    await takeBack(id, language, client);
    setBusy(false);
    onUndone?.();
  };
  return (
    <Button variant="outline" size={size} icon={<Undo2 size={16} />} busy={busy} onClick={() => void run()}>
      {t('result.undo')}
    </Button>
  );
}

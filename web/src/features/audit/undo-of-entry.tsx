import { Button } from '@atalaya/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Answer } from '../../platform/api/route-shapes.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { takeBack } from '../undo/undo.face.ts';
import { auditTexts } from './audit.es.ts';

type UndoOfEntryProps = { entry: Answer<'readAuditEntry'>; onOpen: (entry: string) => void };

/** 'Deshacer' while a change can be taken back; afterwards the way to what took it back, and from there to it. */
export function UndoOfEntry({ entry: { undo, undoes_entry_id }, onOpen }: UndoOfEntryProps) {
  const t = useTexts(auditTexts);
  const { language } = useLanguage();
  const client = useQueryClient();
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const other = undo?.undone_entry_id ?? undoes_entry_id;
  if (other !== null)
    return (
      <Button variant="outline" onClick={() => onOpen(other)}>
        {t(undo ? 'undo.undoneBy' : 'undo.undid')}
      </Button>
    );
  if (undo?.state !== 'available') return null;
  const run = async () => {
    const question = {
      title: t('undo.title', { count: undo.items }),
      consequence: t('undo.consequence'),
      confirmLabel: t('undo.confirm'),
    };
    if (undo.items > 1 && !(await confirm(question))) return;
    setBusy(true);
    await takeBack(undo.id, language, client);
    setBusy(false);
  };
  return (
    <Button icon={<Undo2 size={16} />} busy={busy} onClick={() => void run()}>
      {t('undo.confirm')}
    </Button>
  );
}

import { Button } from '@atalaya/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../platform/messages/language.tsx';
import { type Question, useConfirm } from '../../shared/confirm.tsx';
import { takeBack } from './take-back.ts';

type UndoButtonProps = {
  /** What takes it back. */
  id: string;
  question: Question;
  size?: 'sm' | 'md';
  onUndone?: () => void;
};

/** Takes what a job has made or changed back as a whole, once that is confirmed. */
export function UndoButton({ id, question, size = 'md', onUndone }: UndoButtonProps) {
  const { language } = useLanguage();
  const client = useQueryClient();
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (!(await confirm(question))) return;
    setBusy(true);
    await takeBack(id, language, client);
    setBusy(false);
    onUndone?.();
  };
  return (
    <Button variant="outline" size={size} icon={<Undo2 size={16} />} busy={busy} onClick={() => void run()}>
      {question.confirmLabel}
    </Button>
  );
}

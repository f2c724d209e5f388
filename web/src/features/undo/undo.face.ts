import type { QueryClient } from '@tanstack/react-query';
import type { Language } from '../../platform/messages/chosen-language.ts';
import type { NoticeOptions } from '../../platform/notify.ts';
import { takeBack } from './take-back.ts';

export { takeBack } from './take-back.ts';
export { UndoButton } from './undo-button.tsx';

/** 'Deshacer' on the toast of a change, where there is a way back. `rows`: the ids of what it changed. */
export function undoAction(
  id: string | null,
  label: string,
  { language, client, rows = [] }: { language: Language; client: QueryClient; rows?: readonly string[] },
): NoticeOptions {
  if (id === null) return {};
  return { action: { label, undoes: true, onClick: () => void takeBack(id, language, client, rows) } };
}

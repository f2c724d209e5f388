import type { QueryClient } from '@tanstack/react-query';
import { loadPart } from '../platform/load-part.ts';
import type { Language } from '../platform/messages/language.tsx';
import type { NoticeOptions } from '../platform/notify.ts';

/** 'Deshacer' on the toast of a change, where there is a way back. What it does is loaded when it is wanted. */
export function undoAction(
  id: string | null,
  label: string,
  { language, client }: { language: Language; client: QueryClient },
): NoticeOptions {
  if (id === null) return {};
  const undo = async () => (await loadPart(() => import('./take-back.ts'))).takeBack(id, language, client);
  return { action: { label, onClick: () => void undo() } };
}

import type { EventNoun } from '@atalaya/contract/event-types';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { auditTexts } from './audit.es.ts';

/** What the things that changes and events are about are called: 'Usuarios'. */
export function useNounNames(): (noun: EventNoun) => string {
  const t = useTexts(auditTexts);
  return (noun) => t(`nouns.${noun}.many`);
}

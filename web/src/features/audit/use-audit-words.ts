import { useMemo } from 'react';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import type { AuditWords } from './audit-sentence.ts';
import { auditTexts } from './audit.es.ts';

/** What sentences about changes are made with. */
export function useAuditWords(): AuditWords {
  const t = useTexts(auditTexts);
  const roles = useTexts(rolesTexts);
  const { language } = useLanguage();
  return useMemo(() => ({ t, roles, language }), [t, roles, language]);
}

import { differencesOf } from '@atalaya/contract/differences';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { fieldText, valueText } from './audit-sentence.ts';
import { auditTexts } from './audit.es.ts';
import type { OpenEntry } from './audit.api.ts';
import { useAuditWords } from './use-audit-words.ts';

/** Each field that changed, as it was and as it became: struck out and marked, so that colour is not all that tells. */
export function DifferenceTable({ entry }: { entry: OpenEntry }) {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  const lines = differencesOf(entry).map(({ field, before, after }) => ({
    field: fieldText(words, field),
    before: valueText(words, field, before, entry.names),
    after: valueText(words, field, after, entry.names),
  }));
  if (lines.length === 0) return <p className="text-sm text-muted">{t('detail.noDifferences')}</p>;
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="mb-2 text-left font-medium">{t('detail.differences')}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th className="py-1.5 pr-3 font-medium">{t('detail.field')}</th>
          <th className="py-1.5 pr-3 font-medium">{t('detail.before')}</th>
          <th className="py-1.5 font-medium">{t('detail.after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ field, before, after }) => (
          <tr key={field} className="border-b border-line align-top">
            <th className="py-1.5 pr-3 font-normal break-words">{field}</th>
            <td className="py-1.5 pr-3 break-words">
              {before === '' ? (
                <span className="text-muted">–</span>
              ) : (
                <del className="text-muted">{before}</del>
              )}
            </td>
            <td className="py-1.5 break-words">
              {after === '' ? (
                <span className="text-muted">–</span>
              ) : (
                <ins className="font-medium no-underline">{after}</ins>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

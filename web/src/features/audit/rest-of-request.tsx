import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { auditTexts } from './audit.es.ts';
import type { OpenEntry } from './audit.api.ts';
import { sentenceOf } from './audit-sentence.ts';
import { useAuditWords } from './use-audit-words.ts';

type RestOfRequestProps = {
  entry: OpenEntry;
  onOpen: (entry: string) => void;
  onRequest: (request: string) => void;
};

/** What a dialog has room for. */
const SHOWN = 5;

/** What else the request of a change did: some of it one by one, and the way to all of it. */
export function RestOfRequest({ entry: { rest, request_id }, onOpen, onRequest }: RestOfRequestProps) {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  if (request_id === null || rest.total === 0) return null;
  return (
    <section className="mb-5">
      <h3 className="mb-1 font-medium">{t('detail.rest')}</h3>
      <ul>
        {rest.items.slice(0, SHOWN).map((each) => (
          <li key={each.id} className="border-b border-line last:border-0">
            <button
              type="button"
              className="w-full rounded-sm py-2 text-left hover:underline"
              onClick={() => onOpen(each.id)}
            >
              {sentenceOf(words, each)}
            </button>
          </li>
        ))}
      </ul>
      {rest.total > SHOWN ? (
        <Button variant="outline" size="sm" className="mt-2" onClick={() => onRequest(request_id)}>
          {t('detail.wholeRequest', { count: String(rest.total + 1) })}
        </Button>
      ) : null}
    </section>
  );
}

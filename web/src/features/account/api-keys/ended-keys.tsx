import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { ApiKeyItem } from './api-key-list.tsx';
import { apiKeysTexts } from './api-keys.es.ts';
import { type EndedKey, apiKeysQuery } from './api-keys.api.ts';
import { RestoreKeyDialog } from './restore-key-dialog.tsx';

/** Keys that a recovery of the account has ended, while their owner may have them back; nothing where there are none. */
export function EndedKeys() {
  const t = useTexts(apiKeysTexts);
  const id = useId();
  const { data } = useQuery(apiKeysQuery);
  const [chosen, setChosen] = useState<EndedKey | null>(null);
  if (!data || data.ended.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-4 border-t border-line pt-4">
      <h3 id={id} className="font-medium">
        {t('ended.title')}
      </h3>
      <p className="text-sm text-pretty text-muted">{t('ended.text')}</p>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {data.ended.map((key) => (
          <EndedKeyItem key={key.id} apiKey={key} onRestore={() => setChosen(key)} />
        ))}
      </ul>
      {chosen ? <RestoreKeyDialog apiKey={chosen} onClose={() => setChosen(null)} /> : null}
    </section>
  );
}

function EndedKeyItem({ apiKey, onRestore }: { apiKey: EndedKey; onRestore: () => void }) {
  const t = useTexts(apiKeysTexts);
  const format = useFormat();
  const { name, ended_at, ended_by, restorable_until } = apiKey;
  const why = t(`ended.${ended_by}`, { date: format.date(ended_at) });
  const until = t('ended.until', { date: format.date(restorable_until) });
  return (
    <ApiKeyItem apiKey={apiKey} note={`${why} ${until}`}>
      <Button variant="outline" size="sm" aria-label={t('ended.restoreOne', { name })} onClick={onRestore}>
        {t('ended.restore')}
      </Button>
    </ApiKeyItem>
  );
}

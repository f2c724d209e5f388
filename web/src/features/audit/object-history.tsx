import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { History, X } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { auditTexts } from './audit.es.ts';
import { auditQuery } from './audit.api.ts';

const NOTHING_ELSE = { actor: '', action: '', organization: '', from: '', to: '' };

/** Says whose history is being looked at, and how to leave it. */
export function ObjectHistory({ id, onClear }: { id: string; onClear: () => void }) {
  const t = useTexts(auditTexts);
  const { data } = useQuery(auditQuery({ ...NOTHING_ELSE, object: id }, 1));
  const name = data?.items.find((entry) => entry.object_id === id && entry.object_name !== null)?.object_name;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2">
      <History size={16} aria-hidden className="text-muted" />
      <h2 className="min-w-0 flex-1 truncate font-medium">
        {name ? t('filters.objectNamed', { name }) : t('filters.object')}
      </h2>
      <Button variant="ghost" size="sm" icon={<X size={14} />} onClick={onClear}>
        {t('filters.clearObject')}
      </Button>
    </div>
  );
}

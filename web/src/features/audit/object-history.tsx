import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { History, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { auditTexts } from './audit.es.ts';
import { ANYTHING, auditQuery } from './audit.api.ts';
import { JoiningText } from './joining-text.tsx';

type NarrowedProps = { title: string; onClear: () => void; children?: ReactNode };

/** Says that one thing alone is being looked at, and how to leave it. */
function Narrowed({ title, onClear, children }: NarrowedProps) {
  const t = useTexts(auditTexts);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2">
      <History size={16} aria-hidden className="text-muted" />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-medium">{title}</h2>
        {children}
      </div>
      <Button variant="ghost" size="sm" icon={<X size={14} />} onClick={onClear}>
        {t('filters.clearObject')}
      </Button>
    </div>
  );
}

/** Whose history it is, and of a person how they came to be here, with which it begins. */
export function ObjectHistory({ id, onClear }: { id: string; onClear: () => void }) {
  const t = useTexts(auditTexts);
  const { data } = useQuery(auditQuery({ ...ANYTHING, object: id }, 1));
  const entry = data?.items.find((each) => each.object_id === id && each.object_name !== null);
  const name = data?.joining?.name ?? entry?.object_name;
  return (
    <Narrowed title={name ? t('filters.objectNamed', { name }) : t('filters.object')} onClear={onClear}>
      {data?.joining ? <JoiningText joining={data.joining} /> : null}
    </Narrowed>
  );
}

export function RequestHistory({ onClear }: { onClear: () => void }) {
  const t = useTexts(auditTexts);
  return <Narrowed title={t('filters.request')} onClear={onClear} />;
}

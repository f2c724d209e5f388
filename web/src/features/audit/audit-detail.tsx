import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { NotShown } from '../../shared/not-shown.tsx';
import { actorText, objectText, sentenceOf } from './audit-sentence.ts';
import { auditTexts } from './audit.es.ts';
import { type OpenEntry, auditEntryQuery } from './audit.api.ts';
import { DifferenceTable } from './difference-table.tsx';
import { UndoOfEntry } from './undo-of-entry.tsx';
import { RestOfRequest } from './rest-of-request.tsx';
import { useAuditWords } from './use-audit-words.ts';

type AuditDetailProps = {
  id: string;
  onClose: () => void;
  onHistory: (object: string) => void;
  /** Opens another change. */
  onOpen: (entry: string) => void;
  /** Lists everything that a request did. */
  onRequest: (request: string) => void;
};

/** One change: the sentence, who and from where, and each field before and after. */
export function AuditDetail({ id, onClose, onHistory, onOpen, onRequest }: AuditDetailProps) {
  const t = useTexts(auditTexts);
  const { data, isError, error, refetch } = useQuery(auditEntryQuery(id));
  const object = data?.object_id ?? null;
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      className="h-144"
      title={t('detail.title')}
      closeLabel={t('detail.close')}
      footer={
        data === undefined || object === null ? null : (
          <>
            <Button variant="outline" icon={<History size={16} />} onClick={() => onHistory(object)}>
              {t('detail.history')}
            </Button>
            <UndoOfEntry entry={data} onOpen={onOpen} />
          </>
        )
      }
    >
      {data ? (
        <Entry entry={data} onOpen={onOpen} onRequest={onRequest} />
      ) : isError ? (
        <NotShown
          error={error}
          gone={t('detail.notFound')}
          failed={t('detail.loadFailed')}
          onRetry={refetch}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Modal>
  );
}

type EntryProps = Pick<AuditDetailProps, 'onOpen' | 'onRequest'> & { entry: OpenEntry };

function Entry({ entry, onOpen, onRequest }: EntryProps) {
  const t = useTexts(auditTexts);
  const words = useAuditWords();
  const format = useFormat();
  const { actor, api_key_id: key } = entry;
  const who = actor?.name && actor.email ? `${actor.name} (${actor.email})` : actorText(words, entry);
  const facts = [
    [t('detail.who'), who],
    [t('detail.when'), format.dateTime(entry.created_at)],
    [t('detail.object'), objectText(words, entry)],
    [t('detail.organization'), entry.organization?.name],
    [t('detail.ip'), entry.ip_address],
    [t('detail.agent'), entry.user_agent],
    [t('detail.request'), entry.request_id],
    [t('detail.apiKey'), key === null ? null : (entry.names[key] ?? t('detail.otherKey'))],
  ] as const;
  return (
    <>
      <p className="mb-4">{sentenceOf(words, entry)}</p>
      <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <RestOfRequest entry={entry} onOpen={onOpen} onRequest={onRequest} />
      <DifferenceTable entry={entry} />
    </>
  );
}

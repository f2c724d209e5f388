import { Card } from '@atalaya/ui/card';
import { Progress } from '@atalaya/ui/progress';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { storedQuery } from './settings.api.ts';
import { settingsTexts } from './settings.es.ts';

const KINDS = ['ticket_files', 'imports'] as const;
/** From these shares on the measure says by its colour that room is short, and that there is none. */
const SHORT = 0.8;
const FULL = 0.98;

const toneOf = (share: number) => (share >= FULL ? 'danger' : share >= SHORT ? 'warning' : 'primary');

/** How much of its share an organization keeps. */
export function StoredCard({ organization }: { organization: string }) {
  const t = useTexts(settingsTexts);
  const { bytes } = useFormat();
  const { data, isError, error, refetch } = useQuery(storedQuery(organization));
  return (
    <Card title={t('stored.title')} description={t('stored.description')}>
      {data ? (
        <div className="grid max-w-xl gap-4">
          {KINDS.map((kind) => {
            const { bytes: kept, max_bytes: max } = data[kind];
            return (
              <Progress
                key={kind}
                label={t(`stored.${kind}`)}
                value={kept / max}
                valueText={t('stored.of', { kept: bytes(kept), max: bytes(max) })}
                tone={toneOf(kept / max)}
              />
            );
          })}
        </div>
      ) : isError ? (
        <LoadFailed title={t('stored.loadFailed')} error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-19 max-w-xl" />
      )}
    </Card>
  );
}

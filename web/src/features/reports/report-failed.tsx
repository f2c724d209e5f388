import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { reportsTexts } from './reports.es.ts';

/** In the place of a report that could not be read; the others stay. */
export function ReportFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(reportsTexts);
  return (
    <div className="flex h-full flex-col items-center justify-center gap-2 py-6 text-muted">
      <p>{t('failed')}</p>
      <Button size="sm" variant="outline" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}

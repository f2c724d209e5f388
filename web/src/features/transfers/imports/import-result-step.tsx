import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Progress } from '@atalaya/ui/progress';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import type { Work } from './import-check-step.tsx';
import { ImportFailure } from './import-failure.tsx';
import { ImportFooter } from './import-footer.tsx';
import { ImportRows } from './import-rows.tsx';
import { importsTexts } from './imports.es.ts';
import { UndoImport } from './undo-import.tsx';
import { isUnderWay } from './use-import.ts';

/** How far it is, then what came of it, with the way back. */
export function ImportResultStep({ work, onClose }: { work: Work; onClose: () => void }) {
  const t = useTexts(importsTexts);
  const format = useFormat();
  const { now, busy } = work;
  const { processed, valid, applied, invalid } = now;
  if (isUnderWay(now))
    return (
      <>
        <Progress
          label={t('result.progress')}
          value={valid === 0 ? null : processed / valid}
          valueText={t('check.of', { done: format.number(processed), total: format.number(valid) })}
        />
        <p className="mt-3 text-muted">{t('result.background')}</p>
        <ImportFooter>
          <Button variant="outline" busy={busy} onClick={work.cancel}>
            {t('result.cancel')}
          </Button>
        </ImportFooter>
      </>
    );
  return (
    <>
      {now.state === 'canceled' ? <Banner tone="info">{t('result.canceled')}</Banner> : null}
      {now.problem === null ? null : <ImportFailure code={now.problem} />}
      <p role="status" className="my-3">
        <strong>{t('result.done', { count: applied })}</strong>
        {' · '}
        <span className={invalid ? 'text-danger-ink' : 'text-muted'}>
          {t('result.left', { count: invalid })}
        </span>
      </p>
      <ImportRows read={now} />
      <ImportFooter>
        {applied > 0 ? <UndoImport id={now.id} count={applied} onUndone={onClose} /> : null}
        <Button onClick={onClose}>{t('close')}</Button>
      </ImportFooter>
    </>
  );
}

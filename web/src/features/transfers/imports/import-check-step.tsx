import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Checkbox } from '@atalaya/ui/checkbox';
import { Progress } from '@atalaya/ui/progress';
import { useState } from 'react';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { ImportFailure } from './import-failure.tsx';
import { ImportFooter } from './import-footer.tsx';
import { ImportRows } from './import-rows.tsx';
import { importsTexts } from './imports.es.ts';
import { type Import, isUnderWay, type useImport } from './use-import.ts';

export type Work = Omit<ReturnType<typeof useImport>, 'now'> & { now: Import };

/** The dry run: how far it is, then what would come of each row, and whether to go on. */
export function ImportCheckStep({ work, onBack }: { work: Work; onBack: () => void }) {
  const t = useTexts(importsTexts);
  const format = useFormat();
  const { now, busy } = work;
  if (isUnderWay(now))
    return (
      <>
        <Progress
          label={t('check.progress')}
          value={now.rows === 0 ? null : now.processed / now.rows}
          valueText={t('check.of', { done: format.number(now.processed), total: format.number(now.rows) })}
        />
        <ImportFooter>
          <Button variant="outline" busy={busy} onClick={work.cancel}>
            {t('check.cancel')}
          </Button>
        </ImportFooter>
      </>
    );
  if (now.state !== 'done')
    return (
      <>
        {now.problem === null ? (
          <Banner tone="info">{t('check.stopped')}</Banner>
        ) : (
          <ImportFailure code={now.problem} />
        )}
        <ImportFooter>
          <Button variant="outline" onClick={onBack}>
            {t('back')}
          </Button>
          <Button busy={busy} onClick={() => work.check(now.mapping)}>
            {t('check.again')}
          </Button>
        </ImportFooter>
      </>
    );
  return <Checked work={work} onBack={onBack} />;
}

function Checked({ work, onBack }: { work: Work; onBack: () => void }) {
  const t = useTexts(importsTexts);
  const [sendLinks, setSendLinks] = useState(false);
  const { now, busy } = work;
  return (
    <>
      <p role="status" className="mb-3">
        <strong>{t('check.valid', { count: now.valid })}</strong>
        {' · '}
        <span className={now.invalid ? 'text-danger-ink' : 'text-muted'}>
          {t('check.invalid', { count: now.invalid })}
        </span>
      </p>
      <ImportRows read={now} />
      {now.resource === 'users' && now.valid > 0 ? (
        <Checkbox
          className="mt-3"
          label={t('check.sendLinks')}
          hint={t('check.sendLinksHint')}
          checked={sendLinks}
          onChange={({ target }) => setSendLinks(target.checked)}
        />
      ) : null}
      <ImportFooter>
        <Button variant="outline" onClick={onBack} disabled={busy}>
          {t('back')}
        </Button>
        <Button busy={busy} disabled={now.valid === 0} onClick={() => work.apply(sendLinks)}>
          {t('check.apply', { count: now.valid })}
        </Button>
      </ImportFooter>
    </>
  );
}

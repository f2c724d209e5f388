import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useNotifyFailure } from '../../../platform/notify.ts';
import { type Verification, verifyRecords } from './verifactu.api.ts';
import { verifactuTexts } from './verifactu.es.ts';

/** Recomputes the chain when it is asked to, and says what is wrong with which record. */
export function RecordVerifier() {
  const t = useTexts(verifactuTexts);
  const notifyFailure = useNotifyFailure();
  const { mutate, data, isPending } = useMutation({ mutationFn: verifyRecords, onError: notifyFailure });
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="outline" busy={isPending} onClick={() => mutate()}>
          {t('verifying.start')}
        </Button>
      </div>
      <div role="status">{data ? <Outcome {...data} /> : null}</div>
    </div>
  );
}

function Outcome({ records, problems }: Verification) {
  const t = useTexts(verifactuTexts);
  if (problems.length === 0) return <Banner tone="success" title={t('verifying.whole', { records })} />;
  const textOf = ({ number, code, kind }: Verification['problems'][number]) => {
    const what = t(`problems.${kind}`);
    if (code === null) return t('verifying.unnamed', { number: String(number), what });
    return number === 0
      ? t('verifying.invoice', { code, what })
      : t('verifying.record', { number: String(number), code, what });
  };
  return (
    <Banner tone="danger" title={t('verifying.broken', { problems: problems.length, records })}>
      <ul>
        {problems.slice(0, 100).map((problem) => (
          <li key={`${String(problem.number)} ${problem.code ?? ''} ${problem.kind}`}>{textOf(problem)}</li>
        ))}
      </ul>
    </Banner>
  );
}

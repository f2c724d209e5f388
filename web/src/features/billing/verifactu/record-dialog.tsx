import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useConfirm } from '../../../shared/confirm.tsx';
import { PartFailed } from '../../../shared/read-failed.tsx';
import { type Fact, FactList } from '../../../shared/fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import { recordTexts } from './record.es.ts';
import { RecordBadge, errorText } from './record-state.tsx';
import { sendingTexts } from './sending.es.ts';
import { type RecordDetail, correctRecord, recordQuery, useVerifactuChanged } from './verifactu.api.ts';

type RecordDialogProps = {
  number: number;
  /** Another record, by its number. */
  onOpen: (number: number) => void;
  onClose: () => void;
};

/** A record as it was written, what the agency says of it, and its correction. */
export function RecordDialog({ number, onOpen, onClose }: RecordDialogProps) {
  const t = useTexts(recordTexts);
  const { may } = usePermissions();
  const { data, isError, error, refetch } = useQuery(recordQuery(number));
  return (
    <Modal
      open
      onClose={onClose}
      size="xl"
      title={t('title', { number: String(number) })}
      closeLabel={t('close')}
      footer={
        data?.correction && may('verifactu.update') ? <CorrectButton record={data} onOpen={onOpen} /> : null
      }
    >
      {isError && !data ? <PartFailed text={t('loadFailed')} error={error} onRetry={refetch} /> : null}
      {data ? <Detail record={data} onOpen={onOpen} /> : null}
    </Modal>
  );
}

type DetailProps = { record: RecordDetail; onOpen: (number: number) => void };

function Detail({ record, onOpen }: DetailProps) {
  const t = useTexts(recordTexts);
  const s = useTexts(sendingTexts);
  const { language } = useLanguage();
  const { dateTime, number } = useBillingFormat();
  const { state, error, sent_at, answered_at, receipt, corrects, corrected_by } = record;
  const other = (of: number) => (
    <Button variant="link" size="sm" className="-ml-2.5" onClick={() => onOpen(of)}>
      {number(of)}
    </Button>
  );
  const facts: Fact[] = [
    [t('invoice'), record.invoice.code],
    [s('state'), <RecordBadge key="state" state={state} />],
    [t('recorded'), dateTime(record.recorded_at)],
    [t('sent'), sent_at ? dateTime(sent_at) : t('none')],
    [t('answered'), answered_at ? dateTime(answered_at) : t('none')],
    [t('receipt'), receipt ?? t('none')],
    ...(corrects === null ? [] : [[t('corrects'), other(corrects)] satisfies Fact]),
    ...(corrected_by === null ? [] : [[t('correctedBy'), other(corrected_by)] satisfies Fact]),
  ];
  return (
    <div className="grid gap-4">
      {error ? (
        <Banner tone={state === 'rejected' ? 'danger' : 'warning'} title={errorText(error, language)}>
          {record.correction ? t('howTo') : null}
        </Banner>
      ) : null}
      <FactList wide facts={facts} />
      <section aria-label={t('written')}>
        <h3 className="text-sm text-muted">{t('written')}</h3>
        <pre className="mt-1 rounded-md border border-line bg-hover p-3 text-xs break-all whitespace-pre-wrap">
          {record.xml}
        </pre>
      </section>
    </div>
  );
}

/** Says what the new record tells the agency, and has it written once that is confirmed. */
function CorrectButton({ record, onOpen }: DetailProps) {
  const t = useTexts(recordTexts);
  const confirm = useConfirm();
  const changed = useVerifactuChanged();
  const notifyFailure = useNotifyFailure();
  const correct = () =>
    correctRecord(record.number).then(
      (corrected) => {
        changed();
        notify.success(t('correcting.done', { number: String(corrected.number) }));
        onOpen(corrected.number);
        return true;
      },
      (error: unknown) => {
        notifyFailure(error);
        return false;
      },
    );
  return (
    <Button
      onClick={() =>
        void confirm({
          title: t('correcting.title', { number: String(record.number) }),
          consequence: t('correcting.body', { flags: flagsOf(record).join(', ') }),
          confirmLabel: t('correcting.confirm'),
          destructive: false,
          carryOut: correct,
        })
      }
    >
      {t('correcting.start')}
    </Button>
  );
}

/** The fields by which the agency knows a correction, as the new record has them. */
function flagsOf({ kind, correction }: RecordDetail): string[] {
  if (!correction) return [];
  const { previous_rejection, without_previous } = correction;
  return [
    kind === 'issue' ? 'Subsanacion=S' : 'RegistroAnulacion',
    ...(without_previous ? ['SinRegistroPrevio=S'] : []),
    ...(previous_rejection ? [`RechazoPrevio=${previous_rejection}`] : []),
  ];
}

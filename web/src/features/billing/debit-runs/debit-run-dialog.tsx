import { canComeBack, stepsOf } from '@atalaya/contract/debit-run-states';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button, buttonClass } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { useConfirm } from '../../../shared/confirm.tsx';
import { FileLink } from '../../../shared/file-link.tsx';
import { useOpenTitle } from '../../../shared/use-open-title.ts';
import { FactList } from '../../../shared/fact-list.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import { DebitRunBadge } from './debit-run-columns.tsx';
import {
  type Debit,
  type DebitRunDetail,
  cancelDebitRun,
  confirmDebitRun,
  fileAddress,
  presentDebitRun,
  useDebitRunsChanged,
} from './debit-runs.api.ts';
import { debitRunsTexts } from './debit-runs.es.ts';

const TONES: Record<Debit['status'], BadgeTone> = {
  pending: 'info',
  paid: 'success',
  rejected: 'danger',
  returned: 'danger',
  withdrawn: 'neutral',
};

type DebitRunDialogProps = {
  run: DebitRunDetail;
  /** Of a debit, by id. */
  onReturn: (debit: string) => void;
  onClose: () => void;
};

/** A run with its debits, its file, and what is said of it next. */
export function DebitRunDialog({ run, onReturn, onClose }: DebitRunDialogProps) {
  const t = useTexts(debitRunsTexts);
  const { may } = usePermissions();
  const { day, money, number } = useBillingFormat();
  const title = t('run.title', { number: String(run.number) });
  useOpenTitle(title);
  const canReturn = may('debitRuns.update') && stepsOf(run).includes('return');
  return (
    <Modal
      open
      onClose={onClose}
      size="xl"
      title={title}
      closeLabel={t('close')}
      startsAtTitle
      footer={
        <>
          <FileLink
            href={fileAddress(run.id)}
            className={buttonClass({ variant: 'outline', className: 'mr-auto' })}
          >
            {t('run.download')}
          </FileLink>
          {may('debitRuns.update') ? <Steps run={run} /> : null}
        </>
      }
    >
      <div className="grid gap-6">
        <FactList
          wide
          facts={[
            [t('fields.status'), <DebitRunBadge key="status" status={run.status} />],
            [t('fields.type'), t(`typesLong.${run.type}`)],
            [t('fields.collectOn'), day(run.collect_on)],
            [t('fields.debits'), number(run.debits)],
            [t('fields.total'), money(run.total_cents, 'EUR')],
          ]}
        />
        <ul aria-label={t('fields.debits')} className="divide-y divide-line border-t border-line">
          {run.items.map((debit) => (
            <DebitItem key={debit.id} debit={debit} onReturn={canReturn ? onReturn : null} />
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function DebitItem({ debit, onReturn }: { debit: Debit; onReturn: ((id: string) => void) | null }) {
  const t = useTexts(debitRunsTexts);
  const { day, money } = useBillingFormat();
  const { id, invoice, organization, status, return_code, returned_on, sequence, reference } = debit;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">
          {invoice.code} · {organization.name}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {reference} · {t(`sequences.${sequence}`)}
        </p>
        {return_code && returned_on ? (
          <p className="text-sm">
            {return_code}: {t(`codes.${return_code}`)} · {day(returned_on)}
          </p>
        ) : null}
      </div>
      <Badge tone={TONES[status]}>{t(`debitStatus.${status}`)}</Badge>
      <span className="tabular-nums">{money(debit.amount_cents, 'EUR')}</span>
      {onReturn && canComeBack(debit) ? (
        <Button
          variant="outline"
          size="sm"
          aria-label={t('run.backOf', { code: invoice.code })}
          onClick={() => onReturn(id)}
        >
          {t('run.back')}
        </Button>
      ) : null}
    </li>
  );
}

/** What can be said of a run in its state; each asks first. */
function Steps({ run }: { run: DebitRunDetail }) {
  const t = useTexts(debitRunsTexts);
  const confirm = useConfirm();
  const changed = useDebitRunsChanged();
  const notifyFailure = useNotifyFailure();
  const number = String(run.number);
  const ask = (
    step: 'present' | 'confirm' | 'cancel',
    carryOut: (id: string) => Promise<unknown>,
    said: 'presented' | 'confirmed' | 'canceled',
  ) =>
    void confirm({
      title: t(`run.${step}Title`, { number }),
      consequence: t(`run.${step}Body`),
      confirmLabel: t(`run.${step}`),
      cancelLabel: t('close'),
      destructive: step === 'cancel',
      carryOut: () =>
        carryOut(run.id)
          .then(
            () => {
              notify.success(t(`run.${said}`));
              return true;
            },
            (error: unknown) => {
              notifyFailure(error);
              return false;
            },
          )
          .finally(changed),
    });
  const steps = stepsOf(run);
  return (
    <>
      {steps.includes('cancel') ? (
        <Button variant="outline" onClick={() => ask('cancel', cancelDebitRun, 'canceled')}>
          {t('run.cancel')}
        </Button>
      ) : null}
      {steps.includes('present') ? (
        <Button onClick={() => ask('present', presentDebitRun, 'presented')}>{t('run.present')}</Button>
      ) : null}
      {steps.includes('confirm') ? (
        <Button
          disabled={!run.is_due}
          title={run.is_due ? undefined : t('run.notDue')}
          onClick={() => ask('confirm', confirmDebitRun, 'confirmed')}
        >
          {t('run.confirm')}
        </Button>
      ) : null}
    </>
  );
}

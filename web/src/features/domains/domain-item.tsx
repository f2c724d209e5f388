import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { CopyField } from '../../shared/copy-field.tsx';
import { type Domain, useCheckDomain, useRemoveDomain } from './domains.api.ts';
import { domainsTexts } from './domains.es.ts';

const TONES: Record<Domain['state'], BadgeTone> = {
  pending: 'neutral',
  proven: 'success',
  failing: 'warning',
};

/** A domain: how far its proof is, the record that it takes, and what can be done about it. */
export function DomainItem({ domain }: { domain: Domain }) {
  const t = useTexts(domainsTexts);
  const { date, dateTime } = useFormat();
  const { domain: name, state, record, problem, proven_at, checked_at, lost_at } = domain;
  const times = [
    proven_at ? t('provenOn', { date: date(proven_at) }) : null,
    checked_at ? t('checkedAt', { when: dateTime(checked_at) }) : null,
  ].filter((line) => line !== null);
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span role="status">
              <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
            </span>
          </p>
          {problem ? <p className="text-sm">{t(`problems.${problem}`)}</p> : null}
          {lost_at ? <p className="text-sm">{t('lostOn', { date: date(lost_at) })}</p> : null}
          {times.length > 0 ? <p className="text-sm text-muted">{times.join(' · ')}</p> : null}
        </div>
        <div className="flex flex-wrap gap-2">
          <CheckButton domain={domain} />
          <RemoveButton domain={domain} />
        </div>
      </div>
      {state === 'proven' ? null : (
        <div className="grid gap-3">
          <p className="text-sm">{t('instructions', { domain: name })}</p>
          <CopyField label={t('recordName')} value={record.name} />
          <CopyField label={t('recordValue')} value={record.value} />
        </div>
      )}
    </li>
  );
}

function CheckButton({ domain: { id, domain } }: { domain: Domain }) {
  const t = useTexts(domainsTexts);
  const notifyFailure = useNotifyFailure();
  const { mutateAsync, isPending } = useCheckDomain();
  const tell = ({ state }: Domain) =>
    state === 'proven' ? notify.success(t('proven', { domain })) : notify.info(t('notProven', { domain }));
  return (
    <Button
      variant="outline"
      size="sm"
      busy={isPending}
      aria-label={t('checkOne', { domain })}
      onClick={() => void mutateAsync(id).then(tell, notifyFailure)}
    >
      {t('check')}
    </Button>
  );
}

function RemoveButton({ domain: { id, domain } }: { domain: Domain }) {
  const t = useTexts(domainsTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const { mutateAsync, isPending } = useRemoveDomain();
  const ask = () =>
    confirm({
      title: t('confirmRemove', { domain }),
      consequence: t('removeConsequence'),
      confirmLabel: t('remove'),
      carryOut: () =>
        mutateAsync(id).then(
          () => {
            notify.success(t('removed'));
            return true;
          },
          (error: unknown) => {
            notifyFailure(error);
            return false;
          },
        ),
    });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={isPending}
      aria-label={t('removeOne', { domain })}
      onClick={() => void ask()}
    >
      {t('remove')}
    </Button>
  );
}

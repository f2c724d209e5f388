import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { History, Pencil, Trash2 } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { hasSucceeded, useConfirm } from '../../shared/confirm.tsx';
import {
  type AuditStream,
  deleteStream,
  passOver,
  testStream,
  updateStream,
  useStreamsChanged,
} from './audit-streams.api.ts';
import { auditStreamsTexts } from './audit-streams.es.ts';

type Owned = { organization: string; stream: AuditStream };
type StreamItemProps = Owned & { onEdit: () => void; onRestart: () => void; onLog: () => void };

function stateOf({ is_on, failing_since, refused_id, waiting }: AuditStream) {
  if (!is_on) return 'paused' as const;
  if (refused_id) return 'refused' as const;
  if (failing_since) return 'failing' as const;
  return waiting > 0 ? ('sending' as const) : ('on' as const);
}
const TONES: Record<ReturnType<typeof stateOf>, BadgeTone> = {
  on: 'success',
  sending: 'info',
  failing: 'warning',
  refused: 'danger',
  paused: 'neutral',
};

/** A stream: where it leads, how far behind it is, and what can be done about it. */
export function StreamItem({ organization, stream, onEdit, onRestart, onLog }: StreamItemProps) {
  const t = useTexts(auditStreamsTexts);
  const { may } = usePermissions();
  const { id, name, sink, shape } = stream;
  const state = stateOf(stream);
  const owned = { organization, stream };
  return (
    <li data-row={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name} <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
        </p>
        <p className="text-sm break-all text-muted">{sink.url}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {[t(`kind.${sink.kind}`), t(`shape.${shape}`)].join(' · ')}
        </p>
        <Lag stream={stream} />
        <Problem stream={stream} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" aria-label={t('batchesOf', { name })} onClick={onLog}>
          {t('batches')}
        </Button>
        {may('auditStreams.update') ? (
          <>
            {state === 'refused' ? <PassOver {...owned} /> : null}
            <Test {...owned} />
            <Switch {...owned} />
            <Button
              variant="ghost"
              size="sm"
              iconOnly
              aria-label={t('restartOne', { name })}
              onClick={onRestart}
            >
              <History size={16} />
            </Button>
            <Button variant="ghost" size="sm" iconOnly aria-label={t('edit', { name })} onClick={onEdit}>
              <Pencil size={16} />
            </Button>
            <Remove {...owned} />
          </>
        ) : null}
      </div>
    </li>
  );
}

/** What waits, and what was sent last. */
function Lag({ stream: { waiting, oldest_at, sent_at } }: { stream: AuditStream }) {
  const t = useTexts(auditStreamsTexts);
  const { dateTime } = useFormat();
  const waits = [
    t('facts.waiting', { count: waiting }),
    ...(oldest_at ? [t('facts.oldest', { moment: dateTime(oldest_at) })] : []),
  ].join(', ');
  const sent = sent_at ? t('facts.sent', { moment: dateTime(sent_at) }) : t('facts.never');
  return <p className="text-sm wrap-anywhere text-muted">{`${waits} · ${sent}`}</p>;
}

/** Why it does not get on, in the words of the sink where it has said any. */
function Problem({ stream }: { stream: AuditStream }) {
  const t = useTexts(auditStreamsTexts);
  const { dateTime } = useFormat();
  const { problem, status, answer, failing_since, next_try_at, alarmed_at, refused_id } = stream;
  if (!problem || !failing_since) return null;
  const said = [status, answer].filter((part) => part !== null && part !== '').join(' ');
  const facts = [
    t('facts.failing', { moment: dateTime(failing_since) }),
    ...(next_try_at ? [t('facts.next', { moment: dateTime(next_try_at) })] : []),
    ...(alarmed_at ? [t('facts.alarmed', { moment: dateTime(alarmed_at) })] : []),
  ];
  return (
    <>
      <p className="text-sm wrap-anywhere">
        {refused_id ? t('facts.refused', { answer: said }) : t(`problems.${problem}`)}
        {said && !refused_id ? `. ${t('facts.answered', { answer: said })}` : null}
      </p>
      <p className="text-sm wrap-anywhere text-muted">{facts.join(' · ')}</p>
    </>
  );
}

function Test({ organization, stream: { id, name } }: Owned) {
  const t = useTexts(auditStreamsTexts);
  const notifyFailure = useNotifyFailure();
  const changed = useStreamsChanged(organization);
  const testing = useMutation({
    mutationFn: () => testStream(id),
    onSuccess: ({ problem, status, answer }) => {
      if (!problem) {
        notify.success(t('tested'));
        return;
      }
      const said = [status, answer].filter((part) => part !== null && part !== '').join(' ');
      const why = said ? `${t(`problems.${problem}`)}: ${said}` : t(`problems.${problem}`);
      notify.error(t('testFailed', { problem: why }));
    },
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={testing.isPending}
      aria-label={t('testOne', { name })}
      onClick={() => testing.mutate()}
    >
      {t('test')}
    </Button>
  );
}

function Switch({ organization, stream }: Owned) {
  const t = useTexts(auditStreamsTexts);
  const notifyFailure = useNotifyFailure();
  const changed = useStreamsChanged(organization);
  const { name, is_on } = stream;
  const switching = useMutation({
    mutationFn: () => updateStream(stream, { is_on: !is_on }),
    onSuccess: (saved) => notify.success(t(saved.is_on ? 'resumed' : 'paused')),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={switching.isPending}
      aria-label={t(is_on ? 'pauseOne' : 'resumeOne', { name })}
      onClick={() => switching.mutate()}
    >
      {t(is_on ? 'pause' : 'resume')}
    </Button>
  );
}

function PassOver({ organization, stream: { id, name, refused_id } }: Owned) {
  const t = useTexts(auditStreamsTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const changed = useStreamsChanged(organization);
  const passing = useMutation({
    mutationFn: () => passOver(id, refused_id ?? ''),
    onSuccess: () => notify.success(t('passedOver')),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  const ask = () =>
    confirm({
      title: t('confirmPassOver', { name }),
      consequence: t('passOverConsequence'),
      confirmLabel: t('passOver'),
      carryOut: () => hasSucceeded(passing.mutateAsync()),
    });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={passing.isPending}
      aria-label={t('passOverOne', { name })}
      onClick={() => void ask()}
    >
      {t('passOver')}
    </Button>
  );
}

function Remove({ organization, stream: { id, name } }: Owned) {
  const t = useTexts(auditStreamsTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const changed = useStreamsChanged(organization);
  const removing = useMutation({
    mutationFn: () => deleteStream(id),
    onSuccess: () => notify.success(t('removed')),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  const ask = () =>
    confirm({
      title: t('confirmRemove', { name }),
      consequence: t('removeConsequence'),
      confirmLabel: t('removeConfirm'),
      carryOut: () => hasSucceeded(removing.mutateAsync()),
    });
  return (
    <Button
      variant="ghost"
      size="sm"
      iconOnly
      aria-label={t('remove', { name })}
      busy={removing.isPending}
      onClick={() => void ask()}
    >
      <Trash2 size={16} />
    </Button>
  );
}

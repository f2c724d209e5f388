import { STRANGER_MAILS_PER_DAY, STRANGER_MAILS_PER_HOUR } from '@atalaya/contract/limits';
import type { Role } from '@atalaya/contract/roles';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { Progress } from '@atalaya/ui/progress';
import { memo, type ReactNode, useRef, useState } from 'react';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { invitationsTexts } from './invitations.es.ts';
import { type CheckedLine, sendInvitation, useInvitationsChanged } from './invitations.api.ts';

type Outcome = 'sent' | 'waiting' | 'mail_failed' | 'failed';
/** `note`: why it failed, or what the person does first, in the reader's language. */
type Result = { outcome: Outcome; note: string | null };
type ResultsProps = {
  lines: CheckedLine[];
  role: Role;
  organization_id: string | null;
  onBack: () => void;
  /** Before anything is sent: asks first. */
  onLeave: () => void;
  onClose: () => void;
  /** What it asks. */
  children: ReactNode;
};

const TONES: Record<Outcome, BadgeTone> = {
  sent: 'success',
  waiting: 'info',
  mail_failed: 'warning',
  failed: 'danger',
};

/**
 * The dry run, a result per line; then the sending, one after the other, which can be stopped. What failed keeps its
 * reason, and is offered again together with what was not reached.
 */
export function InviteManyResults(props: ResultsProps) {
  const { lines, role, organization_id, onBack, onLeave, onClose, children } = props;
  const t = useTexts(invitationsTexts);
  const wanted = lines.filter((line) => line.check === 'ok').map((line) => line.email);
  const { results, state, start, stop } = useSending(role, organization_id);
  const count = (outcome: Outcome) => [...results.values()].filter((each) => each.outcome === outcome).length;
  const left = wanted.filter((email) => (results.get(email)?.outcome ?? 'failed') === 'failed');
  const waiting = count('waiting');
  const sending = state === 'sending';
  return (
    <Modal
      open
      onClose={{ checked: onLeave, sending: stop, done: onClose }[state]}
      closeOnOverlay={!sending}
      title={t('many.title')}
      closeLabel={t('close')}
      size="lg"
      footer={
        state === 'done' ? (
          <>
            <Button variant={left.length === 0 ? 'primary' : 'outline'} onClick={onClose}>
              {t('many.done')}
            </Button>
            {left.length === 0 ? null : (
              <Button onClick={() => void start(left)}>{t('many.retry', { count: left.length })}</Button>
            )}
          </>
        ) : (
          <>
            <Button variant="outline" onClick={sending ? stop : onBack}>
              {t(sending ? 'many.stop' : 'many.back')}
            </Button>
            <Button busy={sending} disabled={wanted.length === 0} onClick={() => void start(wanted)}>
              {t('many.send', { count: wanted.length })}
            </Button>
          </>
        )
      }
    >
      {state === 'checked' ? null : (
        <Progress
          label={
            state === 'done'
              ? t('many.summary', { sent: results.size - count('failed') })
              : t('many.progress')
          }
          value={wanted.length === 0 ? 1 : results.size / wanted.length}
          valueText={t('many.progressValue', { done: String(results.size), total: String(wanted.length) })}
          className="mb-4"
        />
      )}
      <div className="mb-4 grid gap-2 empty:hidden">
        {state === 'done' && left.length > 0 ? (
          <Banner tone="danger" title={t('many.left', { count: left.length })} />
        ) : null}
        {state === 'done' && waiting > 0 ? (
          <Banner
            tone="info"
            title={t('many.waiting', {
              count: waiting,
              hour: String(STRANGER_MAILS_PER_HOUR),
              day: String(STRANGER_MAILS_PER_DAY),
            })}
          />
        ) : null}
      </div>
      <ul aria-label={t('many.results')} className="max-h-80 divide-y divide-line overflow-y-auto">
        {lines.map((line, at) => (
          <Line
            key={`${at} ${line.email}`}
            line={line}
            result={line.check === 'ok' ? results.get(line.email) : undefined}
            isOver={state === 'done'}
          />
        ))}
      </ul>
      {children}
    </Modal>
  );
}

type LineProps = { line: CheckedLine; result: Result | undefined; isOver: boolean };

/** Hundreds of them, of which each answer changes one. */
const Line = memo(function Line({ line, result, isOver }: LineProps) {
  const t = useTexts(invitationsTexts);
  const isLeft = line.check === 'ok' && isOver && !result;
  const checked = isLeft ? t('many.outcomes.stopped') : t(`many.checks.${line.check}`);
  const note = result?.note ?? line.organization;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block wrap-anywhere">{line.email}</span>
        {note ? <span className="block text-sm wrap-anywhere text-muted">{note}</span> : null}
      </span>
      <Badge tone={result ? TONES[result.outcome] : line.check === 'ok' ? 'info' : 'neutral'}>
        {result ? t(`many.outcomes.${result.outcome}`) : checked}
      </Badge>
    </li>
  );
});

/** Each address is an invitation of its own: a refusal of one does not hold up the others. */
function useSending(role: Role, organization_id: string | null) {
  const t = useTexts(invitationsTexts);
  const changed = useInvitationsChanged();
  const { language } = useLanguage();
  const stopped = useRef(false);
  const [state, setState] = useState<'checked' | 'sending' | 'done'>('checked');
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());

  async function start(emails: string[]) {
    stopped.current = false;
    setState('sending');
    setResults((before) => new Map([...before].filter(([email]) => !emails.includes(email))));
    for (const email of emails) {
      if (stopped.current) break;
      const result = await sendInvitation({ email, role, organization_id }).then(
        ({ invitation: { delivery }, account }): Result => ({
          outcome: delivery === 'failed' ? 'mail_failed' : delivery,
          note: account && t(`follows.${account}`),
        }),
        async (error: unknown): Promise<Result> => ({
          outcome: 'failed',
          note: await errorText(error, language),
        }),
      );
      setResults((before) => new Map(before).set(email, result));
    }
    void changed();
    setState('done');
  }

  const stop = () => {
    stopped.current = true;
  };
  return { results, state, start, stop };
}

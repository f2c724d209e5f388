import type { Role } from '@atalaya/contract/roles';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { Progress } from '@atalaya/ui/progress';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { invitationsTexts } from './invitations-texts.ts';
import { sendInvitation, useInvitationsChanged } from './invitations.api.ts';
import type { CheckedLine } from './invite-many-dialog.tsx';

type Outcome = 'sent' | 'mail_failed' | 'failed';
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

const TONES: Record<Outcome, BadgeTone> = { sent: 'success', mail_failed: 'warning', failed: 'danger' };

/** The dry run, a result per line; then the sending, one after the other, which can be stopped. */
export function InviteManyResults(props: ResultsProps) {
  const { lines, role, organization_id, onBack, onLeave, onClose, children } = props;
  const t = useTexts(invitationsTexts);
  const wanted = lines.filter((line) => line.check === 'ok').map((line) => line.email);
  const { outcomes, state, start, stop } = useSending(wanted, role, organization_id);
  const sent = [...outcomes.values()].filter((outcome) => outcome !== 'failed').length;
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
          <Button onClick={onClose}>{t('many.done')}</Button>
        ) : (
          <>
            <Button variant="outline" onClick={sending ? stop : onBack}>
              {t(sending ? 'many.stop' : 'many.back')}
            </Button>
            <Button busy={sending} disabled={wanted.length === 0} onClick={() => void start()}>
              {t('many.send', { count: wanted.length })}
            </Button>
          </>
        )
      }
    >
      {state === 'checked' ? null : (
        <Progress
          label={state === 'done' ? t('many.summary', { sent }) : t('many.progress')}
          value={wanted.length === 0 ? 1 : outcomes.size / wanted.length}
          valueText={t('many.progressValue', { done: String(outcomes.size), total: String(wanted.length) })}
          className="mb-4"
        />
      )}
      <ul aria-label={t('many.results')} className="max-h-80 divide-y divide-line overflow-y-auto">
        {lines.map((line, at) => {
          const outcome = line.check === 'ok' ? outcomes.get(line.email) : undefined;
          return (
            <li key={`${at} ${line.email}`} className="flex items-center justify-between gap-3 py-2">
              <span className="min-w-0 wrap-anywhere">{line.email}</span>
              <Badge tone={outcome ? TONES[outcome] : line.check === 'ok' ? 'info' : 'neutral'}>
                {outcome ? t(`many.outcomes.${outcome}`) : t(`many.checks.${line.check}`)}
              </Badge>
            </li>
          );
        })}
      </ul>
      {children}
    </Modal>
  );
}

/** Each address is an invitation of its own: a refusal of one does not hold up the others. */
function useSending(emails: string[], role: Role, organization_id: string | null) {
  const changed = useInvitationsChanged();
  const stopped = useRef(false);
  const [state, setState] = useState<'checked' | 'sending' | 'done'>('checked');
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());

  async function start() {
    setState('sending');
    for (const email of emails) {
      if (stopped.current) break;
      const outcome = await sendInvitation({ email, role, organization_id }).then(
        (answer): Outcome => (answer.link === null ? 'sent' : 'mail_failed'),
        (): Outcome => 'failed',
      );
      setOutcomes((before) => new Map(before).set(email, outcome));
    }
    changed();
    setState('done');
  }

  const stop = () => {
    stopped.current = true;
  };
  return { outcomes, state, start, stop };
}

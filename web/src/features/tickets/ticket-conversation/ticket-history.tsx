import { useFormat } from '../../../platform/format.ts';
import type { Translate } from '../../../platform/messages/use-texts.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { type ticketDetailEs, ticketDetailTexts } from '../ticket-detail.es.ts';
import { TicketAge } from '../ticket-age.tsx';
import { OlderLines } from './older-lines.tsx';
import { type ticketsEs, ticketsTexts } from '../tickets.es.ts';
import type { TicketHistory } from '../tickets.api.ts';
import type { Older } from './use-older.ts';

/** What was done to the ticket, by whom, oldest first. */
export function TicketHistoryList({ history }: { history: Older<TicketHistory> }) {
  const t = useTexts(ticketDetailTexts);
  const { number } = useFormat();
  const { lines, total, list: listed, isReading, readOlder } = history;
  const list = useTexts(ticketsTexts);
  const isSupport = useSession().profile.role === 'super_admin';
  if (lines.length === 0) return <p className="py-6 text-center text-muted">{t('history.empty')}</p>;
  return (
    <>
      {total > lines.length ? (
        <OlderLines
          told={t('history.older', { shown: number(lines.length), total: number(total) })}
          label={t('history.showOlder')}
          busy={isReading}
          onMore={readOlder}
        />
      ) : null}
      <ol
        ref={listed}
        tabIndex={-1}
        aria-label={t('tabs.history')}
        className="grid gap-3 border-l border-line pl-4 outline-none"
      >
        {lines.map((line) => (
          <li key={line.id} className="text-sm">
            <p>
              {sentenceOf(t, isSupport, line)}{' '}
              <span className="text-muted">
                <TicketAge value={line.created_at} />
              </span>
            </p>
            {differencesOf(t, list, line).map((difference) => (
              <p key={difference} className="text-muted wrap-anywhere">
                {difference}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}

function sentenceOf(
  t: Translate<typeof ticketDetailEs>,
  isSupport: boolean,
  { change, actor, after }: TicketHistory,
): string {
  // A name that is missing: to a customer it is one of the support's people, to the support a person who is deleted.
  const named = { actor: actor ?? t(isSupport ? 'history.unnamed' : 'history.support') };
  if (change !== 'assigned') return t(`history.${change}`, named);
  if (!after.assigned_to) return t('history.unassigned', named);
  return t('history.assigned', { ...named, person: after.assigned_to });
}

/** What else differs: where both sides are known. */
function differencesOf(
  t: Translate<typeof ticketDetailEs>,
  list: Translate<typeof ticketsEs>,
  { before, after, is_described_anew }: TicketHistory,
): string[] {
  const lines: string[] = [];
  if (before.title !== undefined && after.title !== undefined && before.title !== after.title)
    lines.push(t('history.title', { before: before.title, after: after.title }));
  if (is_described_anew) lines.push(t('history.description'));
  if (before.priority && after.priority && before.priority !== after.priority)
    lines.push(
      t('history.priority', {
        before: list(`priority.${before.priority}`),
        after: list(`priority.${after.priority}`),
      }),
    );
  if (before.status && after.status && before.status !== after.status)
    lines.push(
      t('history.status', { before: list(`status.${before.status}`), after: list(`status.${after.status}`) }),
    );
  return lines;
}

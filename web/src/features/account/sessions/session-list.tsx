import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { DeviceIcon, useDeviceName } from './device.tsx';
import { sessionsTexts } from './sessions.es.ts';

export type OpenSession = Answer<'listOwnSessions'>['items'][number];

type SessionListProps = {
  sessions: readonly OpenSession[];
  /** Ids whose end is under way. */
  ending: readonly string[];
  onEnd: (session: OpenSession) => void;
};

/** The sessions of a person; each can be ended but the reader's own present one. */
export function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  const t = useTexts(sessionsTexts);
  if (sessions.length === 0) return <p className="text-muted">{t('none')}</p>;
  return (
    <ul aria-label={t('label')} className="divide-y divide-line">
      {sessions.map((session) => (
        <SessionItem
          key={session.id}
          session={session}
          busy={ending.includes(session.id)}
          onEnd={() => onEnd(session)}
        />
      ))}
    </ul>
  );
}

type SessionItemProps = { session: OpenSession; busy: boolean; onEnd: () => void };

function SessionItem({ session, busy, onEnd }: SessionItemProps) {
  const t = useTexts(sessionsTexts);
  const format = useFormat();
  const { device, ip_address, current, last_seen_at } = session;
  const name = useDeviceName(session);
  const seen = t('seen', { moment: format.dateTime(last_seen_at) });
  return (
    <li className="flex items-center gap-3 py-3">
      <DeviceIcon device={device} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {current ? <Badge tone="success">{t('current')}</Badge> : null}
        </p>
        <p className="text-sm text-muted">{ip_address ? `${ip_address} · ${seen}` : seen}</p>
      </div>
      {current ? null : (
        <Button variant="outline" size="sm" aria-label={t('endOne', { name })} busy={busy} onClick={onEnd}>
          {t('end')}
        </Button>
      )}
    </li>
  );
}

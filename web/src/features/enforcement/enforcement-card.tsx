import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { isApiError } from '../../platform/api/api-error.ts';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { BreakGlassPeople } from './break-glass-people.tsx';
import {
  type Enforcement,
  enforcementQuery,
  switchEnforcement,
  useEnforcementChange,
} from './enforcement.api.ts';
import { enforcementTexts } from './enforcement.es.ts';

/** Whether the people of an organization must sign in through its provider, and who gets in otherwise. */
export function EnforcementCard({ organization }: { organization: string }) {
  const t = useTexts(enforcementTexts);
  const { data, error, refetch } = useQuery(enforcementQuery(organization));
  return (
    <Card title={t('title')} description={t('description')}>
      {data ? (
        <div className="grid gap-5">
          <State enforcement={data} />
          {data.is_on ? null : <Needs ready={data.ready} />}
          <BreakGlassPeople enforcement={data} />
        </div>
      ) : null}
      {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-48 w-full" aria-label={t('loading')} />}
    </Card>
  );
}

function State({ enforcement }: { enforcement: Enforcement }) {
  const t = useTexts(enforcementTexts);
  const format = useFormat();
  const { may } = usePermissions();
  const { is_on, changed_at, changed_by, shuts_out } = enforcement;
  const who = changed_by ?? t('itself');
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div role="status" className="grid min-w-0 flex-1 basis-60 justify-items-start gap-1">
        <Badge tone={is_on ? 'success' : 'neutral'}>{t(is_on ? 'states.on' : 'states.off')}</Badge>
        <p className="text-sm">{t(is_on ? 'now.on' : 'now.off')}</p>
        {changed_at === null ? null : (
          <p className="text-sm text-muted wrap-anywhere">
            {t(is_on ? 'since.on' : 'since.off', { who, moment: format.dateTime(changed_at) })}
          </p>
        )}
        {is_on && shuts_out > 0 ? <p className="text-sm">{t('shutsOut', { count: shuts_out })}</p> : null}
      </div>
      {may('connections.enforce') ? <SwitchButton enforcement={enforcement} /> : null}
    </div>
  );
}

/** What switching it on asks for; each line says whether it is so. */
function Needs({ ready }: Pick<Enforcement, 'ready'>) {
  const t = useTexts(enforcementTexts);
  return (
    <ul aria-label={t('needs.title')} className="grid gap-2">
      {(['connection', 'person', 'session'] as const).map((need) => (
        <li key={need} className="flex items-start gap-2 text-sm">
          {ready[need] ? (
            <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-success-ink" />
          ) : (
            <CircleDashed size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
          )}
          <span>
            {t(`needs.${need}`)}
            <span className="sr-only">{` (${t(ready[need] ? 'needs.met' : 'needs.unmet')})`}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function SwitchButton({ enforcement }: { enforcement: Enforcement }) {
  const t = useTexts(enforcementTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const { organization_id, is_on, ready, ends_sessions, shuts_out } = enforcement;
  const switching = useEnforcementChange(organization_id, (on: boolean) =>
    switchEnforcement(enforcement, on),
  );
  const carryOut = (on: boolean) => () =>
    switching.mutateAsync(on).then(
      () => {
        notify.success(t(on ? 'switchedOn' : 'switchedOff'));
        return true;
      },
      (error: unknown) => {
        notifyFailure(error);
        // What others have made of it is shown; the question was about what is no more.
        return isApiError(error, 'object.stale');
      },
    );
  const askOn = () =>
    confirm({
      title: t('confirmOn'),
      consequence: (
        <>
          {t('onConsequence')} {t('endsSessions', { count: ends_sessions })}{' '}
          {shuts_out > 0 ? t('shutsOut', { count: shuts_out }) : null}
        </>
      ),
      confirmLabel: t('switchOn'),
      carryOut: carryOut(true),
    });
  const askOff = () =>
    confirm({
      title: t('confirmOff'),
      consequence: t('offConsequence'),
      confirmLabel: t('switchOff'),
      carryOut: carryOut(false),
    });
  return (
    <Button
      variant={is_on ? 'outline' : 'primary'}
      size="sm"
      busy={switching.isPending}
      disabled={!is_on && !(ready.connection && ready.person && ready.session)}
      onClick={() => void (is_on ? askOff() : askOn())}
    >
      {t(is_on ? 'switchOff' : 'switchOn')}
    </Button>
  );
}

import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { CopyField } from '../../shared/copy-field.tsx';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { type Assistants, assistantsQuery, useSwitchAssistants } from './assistants.api.ts';
import { assistantsTexts } from './assistants.es.ts';

type CardProps = { organization: string };

/** Whether the people of an organization, or with '' anybody, may let assistants act for them. */
export function AssistantsCard({ organization }: CardProps) {
  const t = useTexts(assistantsTexts);
  const { data, error, refetch } = useQuery(assistantsQuery(organization));
  return (
    <Card title={t('title')} description={t(organization ? 'description' : 'systemDescription')}>
      {data ? (
        <div className="grid gap-4">
          <State organization={organization} assistants={data} />
          {data.is_on && data.is_offered ? <CopyField label={t('address')} value={data.address} /> : null}
        </div>
      ) : null}
      {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-16 w-full" aria-label={t('loading')} />}
    </Card>
  );
}

function State({ organization, assistants }: CardProps & { assistants: Assistants }) {
  const t = useTexts(assistantsTexts);
  const { may } = usePermissions();
  const { is_on, is_offered, connected } = assistants;
  const works = is_on && is_offered;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div role="status" className="grid min-w-0 flex-1 basis-60 justify-items-start gap-1">
        <Badge tone={works ? 'success' : 'neutral'}>{t(works ? 'on' : 'off')}</Badge>
        <p className="text-sm">{works ? t('connected', { count: connected }) : t('offText')}</p>
        {is_offered || organization === '' ? null : <p className="text-sm text-muted">{t('notOffered')}</p>}
      </div>
      {may('assistants.update') ? <SwitchButton organization={organization} assistants={assistants} /> : null}
    </div>
  );
}

function SwitchButton({ organization, assistants }: CardProps & { assistants: Assistants }) {
  const t = useTexts(assistantsTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const switching = useSwitchAssistants(organization);
  const { is_on, is_offered, connected } = assistants;
  const carryOut = (on: boolean) =>
    switching.mutateAsync(on).then(
      () => {
        notify.success(t(on ? 'switchedOn' : 'switchedOff'));
        return true;
      },
      (error: unknown) => {
        notifyFailure(error);
        return false;
      },
    );
  const askOff = () =>
    confirm({
      title: t('confirmOff'),
      consequence: t('offConsequence', { count: connected }),
      confirmLabel: t('switchOff'),
      carryOut: () => carryOut(false),
    });
  return (
    <Button
      variant={is_on ? 'outline' : 'primary'}
      size="sm"
      busy={switching.isPending}
      disabled={!is_on && !is_offered && organization !== ''}
      onClick={() => void (is_on ? askOff() : carryOut(true))}
    >
      {t(is_on ? 'switchOff' : 'switchOn')}
    </Button>
  );
}

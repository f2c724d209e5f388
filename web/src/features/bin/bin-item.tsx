import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { DateAndTime } from '../../shared/date-and-time.tsx';
import { type BinEntry, usePurge, useRestore } from './bin.api.ts';
import { binTexts } from './bin.es.ts';

const TO_RESTORE = {
  user: 'users.delete',
  ticket: 'tickets.delete',
  organization: 'organizations.delete',
  plan: 'plans.archive',
  canned_reply: 'cannedReplies.manage',
} as const;

/** What people delete for good themselves: of the others plans stay, and replies hold nothing that is worth the haste. */
const isPurged = (type: BinEntry['type']): type is 'user' | 'ticket' | 'organization' =>
  type !== 'plan' && type !== 'canned_reply';

/** One thing in the bin: what it was, who deleted it, and its two ways out. */
export function BinItem({ entry, showsType }: { entry: BinEntry; showsType: boolean }) {
  const t = useTexts(binTexts);
  const { may } = usePermissions();
  const { restore, purge, busy } = useWaysOut(entry);
  const { type, name, detail, organization_name, deleted_at, deleted_by, days_left } = entry;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium break-words">
          {name}
          {showsType ? <Badge>{t(`types.${type}`)}</Badge> : null}
        </p>
        <p className="text-sm break-words text-muted">
          {organization_name === null ? detail : `${detail} · ${organization_name}`}
        </p>
        <p className="text-sm text-muted">
          {t('deletedBy', { name: deleted_by ?? t('nobody') })}, <DateAndTime value={deleted_at} />
          {' · '}
          {days_left === null ? t('stays') : t('daysLeft', { days: days_left })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          disabled={busy || !may(TO_RESTORE[type])}
          aria-label={t('restoreNamed', { name })}
          onClick={restore}
        >
          {t('restore')}
        </Button>
        {may('bin.purge') && isPurged(type) ? (
          <Button
            variant="outline"
            size="sm"
            className="text-danger-ink!"
            disabled={busy}
            aria-label={t('purgeNamed', { name })}
            onClick={purge}
          >
            {t('purge')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function useWaysOut(entry: BinEntry) {
  const t = useTexts(binTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const restoring = useRestore();
  const purging = usePurge();
  const { name, type } = entry;
  const carryOut = async () => {
    try {
      await purging.mutateAsync(entry);
      notify.success(t('purged', { name }));
      return true;
    } catch (error) {
      notifyFailure(error);
      return false;
    }
  };
  return {
    busy: restoring.isPending || purging.isPending,
    // Awaited, not handed to mutate(): the entry may be off the screen by the time the answer comes.
    restore: () =>
      void restoring.mutateAsync(entry).then(() => notify.success(t('restored', { name })), notifyFailure),
    purge: () => {
      if (!isPurged(type)) return;
      void confirm({
        title: t('purgeTitle', { name }),
        consequence: t(`purgeConsequence.${type}`),
        confirmLabel: t('purge'),
        carryOut,
        ...(type === 'organization' ? { typeName: name } : {}),
      });
    },
  };
}

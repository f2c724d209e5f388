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
} as const;

/** One thing in the bin: what it was, who deleted it, and its two ways out. */
export function BinItem({ entry }: { entry: BinEntry }) {
  const t = useTexts(binTexts);
  const { may } = usePermissions();
  const { restore, purge, busy } = useWaysOut(entry);
  const { type, name, detail, organization_name, deleted_at, deleted_by, days_left } = entry;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium break-words">
          {name}
          <Badge>{t(`types.${type}`)}</Badge>
        </p>
        <p className="text-sm break-words text-muted">
          {organization_name === null ? detail : `${detail} · ${organization_name}`}
        </p>
        <p className="text-sm text-muted">
          {t('deletedBy', { name: deleted_by ?? t('nobody') })}, <DateAndTime value={deleted_at} />
          {' · '}
          {t('daysLeft', { days: days_left })}
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
        {may('bin.purge') ? (
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
    purge: () =>
      void confirm({
        title: t('purgeTitle', { name }),
        consequence: t(`purgeConsequence.${type}`),
        confirmLabel: t('purge'),
        carryOut,
        ...(type === 'organization' ? { typeName: name } : {}),
      }),
  };
}

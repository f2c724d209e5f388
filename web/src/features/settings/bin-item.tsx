import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { DateAndTime } from '../../shared/date-and-time.tsx';
import { type BinEntry, usePurge, useRestore } from './bin.api.ts';
import { settingsTexts } from './settings.es.ts';

const TO_RESTORE = {
  user: 'users.delete',
  ticket: 'tickets.delete',
  organization: 'organizations.delete',
} as const;

/** One thing in the bin: what it was, who deleted it, and its two ways out. */
export function BinItem({ entry }: { entry: BinEntry }) {
  const t = useTexts(settingsTexts);
  const { may } = usePermissions();
  const { restore, purge, busy } = useWaysOut(entry);
  const { type, name, detail, organization_name, deleted_at, deleted_by, days_left } = entry;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium break-words">
          {name}
          <Badge>{t(`bin.types.${type}`)}</Badge>
        </p>
        <p className="text-sm break-words text-muted">
          {organization_name === null ? detail : `${detail} · ${organization_name}`}
        </p>
        <p className="text-sm text-muted">
          {t('bin.deletedBy', { name: deleted_by ?? t('bin.nobody') })}, <DateAndTime value={deleted_at} />
          {' · '}
          {t('bin.daysLeft', { days: days_left })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          disabled={busy || !may(TO_RESTORE[type])}
          aria-label={t('bin.restoreNamed', { name })}
          onClick={restore}
        >
          {t('bin.restore')}
        </Button>
        {may('bin.purge') ? (
          <Button
            variant="outline"
            size="sm"
            className="text-danger-ink!"
            disabled={busy}
            aria-label={t('bin.purgeNamed', { name })}
            onClick={purge}
          >
            {t('bin.purge')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function useWaysOut(entry: BinEntry) {
  const t = useTexts(settingsTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const restoring = useRestore();
  const purging = usePurge();
  const { name, type } = entry;
  const carryOut = async () => {
    try {
      await purging.mutateAsync(entry);
      notify.success(t('bin.purged', { name }));
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
      void restoring
        .mutateAsync(entry)
        .then(() => notify.success(t('bin.restored', { name })), notifyFailure),
    purge: () =>
      void confirm({
        title: t('bin.purgeTitle', { name }),
        consequence: t(`bin.purgeConsequence.${type}`),
        confirmLabel: t('bin.purge'),
        carryOut,
        ...(type === 'organization' ? { typeName: name } : {}),
      }),
  };
}

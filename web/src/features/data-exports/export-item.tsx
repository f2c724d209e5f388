import type { ErrorCode } from '@atalaya/contract/errors';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button, buttonClass } from '@atalaya/ui/button';
import { Progress } from '@atalaya/ui/progress';
import { X } from 'lucide-react';
import { Suspense } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { useFormat } from '../../platform/format.ts';
import { useErrorText } from '../../platform/messages/error-text.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { FileLink } from '../../shared/file-link.tsx';
import {
  type DataExport,
  exportAddress,
  isUnderWay,
  useCancelExport,
  useSaveExport,
} from './data-exports.api.ts';
import { dataExportsTexts } from './data-exports.es.ts';

const TONES: Record<DataExport['state'], BadgeTone> = {
  queued: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'danger',
  canceled: 'neutral',
};

type ExportItemProps = {
  one: DataExport;
  /** The list that it is read from; '' is every organization. */
  organization: string;
  page: number;
};

/** One export: how far it is, its file while it is kept, or why there is none. */
export function ExportItem({ one, organization: of, page }: ExportItemProps) {
  const t = useTexts(dataExportsTexts);
  const { dateTime } = useFormat();
  const { state, requested_by, created_at, organization, internal } = one;
  const when = dateTime(created_at);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium break-words">
          <time dateTime={created_at}>{when}</time>
          <span role="status">
            <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
          </span>
          {internal ? <Badge>{t('internal')}</Badge> : null}
        </p>
        <p className="text-sm break-words text-muted">
          {of === '' ? `${organization.name} · ` : ''}
          {t('by', { name: requested_by })}
        </p>
        <Outcome one={one} when={when} />
      </div>
      {isUnderWay(one) ? <CancelButton one={one} when={when} /> : null}
      {one.bytes === null ? null : <DownloadLink one={one} when={when} organization={of} page={page} />}
    </li>
  );
}

type PartProps = { one: DataExport; when: string };

function Outcome({ one, when }: PartProps) {
  const t = useTexts(dataExportsTexts);
  const { number, bytes, date } = useFormat();
  const { processed, total, problem, expires_at } = one;
  if (isUnderWay(one))
    return (
      <Progress
        className="mt-1 max-w-sm"
        label={t('progress', { when })}
        hideLabel
        value={total === null ? null : processed / Math.max(total, 1)}
        valueText={
          total === null ? undefined : t('ofTotal', { processed: number(processed), total: number(total) })
        }
      />
    );
  if (one.bytes !== null)
    return (
      <p className="text-sm text-muted">
        {bytes(one.bytes)} · {t('expires', { date: date(expires_at) })}
      </p>
    );
  if (problem === null) return null;
  return (
    <Suspense fallback={<p className="text-sm">&nbsp;</p>}>
      <Problem code={problem as ErrorCode} />
    </Suspense>
  );
}

/** The server names only codes of the contract. */
function Problem({ code }: { code: ErrorCode }) {
  const text = useErrorText(new ApiError(409, { code }));
  return <p className="text-sm text-danger-ink">{text}</p>;
}

function CancelButton({ one, when }: PartProps) {
  const t = useTexts(dataExportsTexts);
  const notifyFailure = useNotifyFailure();
  const { mutateAsync, isPending } = useCancelExport();
  return (
    <Button
      variant="outline"
      size="sm"
      icon={<X size={16} />}
      busy={isPending}
      aria-label={t('cancelOne', { when })}
      onClick={() =>
        // Awaited, not handed to mutate(): the item may be off the screen by the time the answer comes.
        void mutateAsync(one.id).then(() => notify.success(t('canceled')), notifyFailure)
      }
    >
      {t('cancel')}
    </Button>
  );
}

function DownloadLink({ one, when, organization, page }: ExportItemProps & PartProps) {
  const t = useTexts(dataExportsTexts);
  const saveExport = useSaveExport(organization, page);
  return (
    <FileLink
      href={exportAddress(one.id)}
      save={() => saveExport(one.id)}
      aria-label={t('downloadOne', { when })}
      className={buttonClass({ variant: 'outline', size: 'sm' })}
    >
      {t('download')}
    </FileLink>
  );
}

import { SCIM_LOG_DAYS, SCIM_LOG_MAX } from '@atalaya/contract/limits';
import type { ProvisionedChange } from '@atalaya/contract/provisioning';
import { Badge } from '@atalaya/ui/badge';
import { Skeleton } from '@atalaya/ui/skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { type LoggedRequest, requestsQuery } from './provisioning.api.ts';
import { provisioningTexts } from './provisioning.es.ts';

/** What the provider has asked, what it was answered, and what that changed; newest first. */
export function RequestsPanel({ id }: { id: string }) {
  const t = useTexts(provisioningTexts);
  const { number } = useFormat();
  const [page, setPage] = useState(1);
  const requests = useQuery({ ...requestsQuery(id, page), placeholderData: keepPreviousData });
  const { data, error, refetch } = requests;
  if (!data && error) return <ReadFailed error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full" aria-label={t('requests.loading')} />;
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        {t('requests.kept', { days: number(SCIM_LOG_DAYS), max: number(SCIM_LOG_MAX) })}
      </p>
      {data.items.length === 0 ? <p className="text-muted">{t('requests.none')}</p> : null}
      <ul aria-label={t('requests.list')} className="divide-y divide-line">
        {data.items.map((one) => (
          <RequestItem key={one.id} request={one} />
        ))}
      </ul>
      <ListPages
        label={t('requests.pages')}
        page={page}
        total={data.total}
        list={requests}
        onPageChange={setPage}
      />
    </>
  );
}

/** A filter as it was meant; a path of which that cannot be told, as it came. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const toneOf = (status: number) => (status < 400 ? 'success' : status < 500 ? 'warning' : 'danger');

function RequestItem({ request }: { request: LoggedRequest }) {
  const t = useTexts(provisioningTexts);
  const format = useFormat();
  const { method, path, status, changes, created_at } = request;
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={toneOf(status)}>{status}</Badge>
        <code className="min-w-0 text-sm break-all">
          {method} {readable(path)}
        </code>
      </p>
      <p className="text-sm text-muted">{format.dateTime(created_at)}</p>
      {changes.length > 0 ? (
        <ul className="list-disc pl-5 text-sm wrap-anywhere">
          {changes.map((change, at) => (
            // Nothing tells two of them apart but their place, which no other takes.
            <li key={at}>
              <ChangeText change={change} />
            </li>
          ))}
        </ul>
      ) : null}
      <details className="text-sm">
        <summary className="press-around relative w-fit cursor-pointer rounded-sm text-muted">
          {t('requests.details')}
        </summary>
        <Body label={t('requests.request')} text={request.request} />
        <Body label={t('requests.answer')} text={request.answer} />
      </details>
    </li>
  );
}

function ChangeText({ change: { what, name } }: { change: ProvisionedChange }) {
  const t = useTexts(provisioningTexts);
  return t(`requests.changes.${what}`, { name });
}

function Body({ label, text }: { label: string; text: string | null }) {
  const t = useTexts(provisioningTexts);
  return (
    <div className="mt-2">
      <p className="font-medium">{label}</p>
      {text === null ? (
        <p className="text-muted">{t('requests.empty')}</p>
      ) : (
        <pre className="rounded-md border border-line bg-hover p-3 text-xs break-all whitespace-pre-wrap">
          {text}
        </pre>
      )}
    </div>
  );
}

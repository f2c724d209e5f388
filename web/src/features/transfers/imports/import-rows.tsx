import type { ErrorCode, FieldCode } from '@atalaya/contract/errors';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button, buttonClass } from '@atalaya/ui/button';
import { Switch } from '@atalaya/ui/switch';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { addressOf, call } from '../../../platform/api/call.ts';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useErrorText } from '../../../platform/messages/error-text.ts';
import { fieldErrorTexts } from '../../../platform/messages/errors.es.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { FileLink } from '../../../shared/file-link.tsx';
import { ListPages } from '../../../shared/list-pages.tsx';
import { importsTexts } from './imports.es.ts';
import type { Import } from './use-import.ts';

type Row = Answer<'listImportRows'>['items'][number];

const TONES: Record<Row['state'], BadgeTone> = {
  read: 'neutral',
  valid: 'success',
  created: 'success',
  invalid: 'danger',
  failed: 'danger',
};

/** What came of the rows, those that are wrong first of all; these as a file too. */
export function ImportRows({ read }: { read: Import }) {
  const t = useTexts(importsTexts);
  const [isWrong, setWrong] = useState(read.invalid > 0);
  const [page, setPage] = useState(1);
  const { id, step, state } = read;
  const list = useQuery({
    queryKey: ['import-rows', id, step, state, page, isWrong],
    queryFn: ({ signal }) =>
      call('listImportRows', {
        params: { id },
        query: { page, ...(isWrong ? { wrong: 'true' as const } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <section aria-label={t('rows.label')} className="rounded-lg border border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-2">
        <Switch
          label={t('rows.onlyWrong')}
          checked={isWrong}
          onChange={({ target }) => {
            setWrong(target.checked);
            setPage(1);
          }}
        />
        {read.invalid > 0 ? (
          <FileLink
            href={addressOf('/api/imports/{id}/problems', { params: { id } })}
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            {t('rows.download')}
          </FileLink>
        ) : null}
      </div>
      {list.isError && !list.data ? (
        <p className="flex flex-wrap items-center gap-3 p-3">
          {t('rows.failed')}
          <Button variant="outline" size="sm" onClick={() => void list.refetch()}>
            {t('rows.retry')}
          </Button>
        </p>
      ) : (
        <RowList rows={list.data?.items ?? null} read={read} />
      )}
      <ListPages label={t('rows.pages')} page={page} total={list.data?.total ?? 0} onPageChange={setPage} />
    </section>
  );
}

function RowList({ rows, read }: { rows: Row[] | null; read: Import }) {
  const t = useTexts(importsTexts);
  if (rows === null)
    return (
      <p className="h-64 p-3 text-muted" role="status">
        {t('rows.loading')}
      </p>
    );
  if (rows.length === 0) return <p className="p-3 text-muted">{t('rows.none')}</p>;
  return (
    <ul aria-label={t('rows.label')} className="max-h-72 divide-y divide-line overflow-y-auto">
      {rows.map((row) => (
        <li key={row.number} className="grid gap-0.5 px-3 py-2">
          <div className="flex items-start justify-between gap-3">
            <span className="min-w-0 break-words">
              <span className="text-muted tabular-nums">
                {t('rows.number', { number: String(row.number) })}
              </span>{' '}
              {row.values.filter(Boolean).slice(0, 3).join(' · ')}
            </span>
            <Badge tone={TONES[row.state]}>{t(`rows.states.${row.state}`)}</Badge>
          </div>
          {row.code === null ? null : <Reason row={row} code={row.code} key={read.step} />}
        </li>
      ))}
    </ul>
  );
}

function Reason({ row, code }: { row: Row; code: string }) {
  const t = useTexts(importsTexts);
  const fieldTexts = useTexts(fieldErrorTexts);
  const isField = !code.includes('.');
  // What a field is refused for has texts of its own.
  const told = { code: (isField ? 'request.invalid' : code) as ErrorCode, params: row.params ?? {} };
  const errorText = useErrorText(new ApiError(409, told));
  const reason = isField ? fieldTexts(code as FieldCode) : errorText;
  return (
    <span className="text-sm text-danger-ink">
      {row.field === null ? reason : t('rows.reason', { field: t(`fields.${row.field}`), reason })}
    </span>
  );
}

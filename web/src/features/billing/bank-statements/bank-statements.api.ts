import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import type { Answer, CallParts } from '../../../platform/api/route-shapes.ts';
import { uploadFile } from '../../../platform/api/upload.ts';

export type BankStatement = Answer<'listBankStatements'>['items'][number];
export type BankStatementDetail = Answer<'readBankStatement'>;
export type BankEntry = BankStatementDetail['items'][number];

export const bankStatementsQuery = ({ page }: { page: number }) =>
  queryOptions({
    queryKey: ['bank-statements', 'list', page],
    queryFn: ({ signal }) => call('listBankStatements', { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

export const bankStatementQuery = (id: string) =>
  queryOptions({
    queryKey: ['bank-statements', 'one', id],
    queryFn: ({ signal }) => call('readBankStatement', { params: { id }, signal }),
  });

export const uploadStatement = (
  file: File,
  upload: { onProgress: (share: number) => void; signal: AbortSignal },
) => uploadFile('uploadBankStatement', file, file.name, upload);
export const confirmEntries = (id: string, entries: CallParts<'confirmBankEntries'>['body']['entries']) =>
  call('confirmBankEntries', { params: { id }, body: { entries } });

/** What shows statements, and what their entries pay. */
export function useStatementsChanged() {
  const client = useQueryClient();
  return () => {
    for (const key of ['bank-statements', 'debit-runs', 'mandates', 'billing'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}

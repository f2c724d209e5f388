import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import type { Answer, CallParts } from '../../../platform/api/route-shapes.ts';
import { uploadFile } from '../../../platform/api/upload.ts';

export type ExchangeRate = Answer<'listExchangeRates'>['items'][number];
export type RateBody = CallParts<'saveExchangeRate'>['body'];

export const exchangeRatesQuery = () =>
  queryOptions({
    queryKey: ['verifactu', 'exchange-rates'],
    queryFn: ({ signal }) => call('listExchangeRates', { signal }),
  });

export const saveRate = (body: RateBody) => call('saveExchangeRate', { body });
export const uploadRates = (
  file: File,
  upload: { onProgress: (share: number) => void; signal: AbortSignal },
) => uploadFile('uploadExchangeRates', file, file.name, upload);

export function useRatesChanged() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: exchangeRatesQuery().queryKey });
}

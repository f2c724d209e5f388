import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { addressOf, call } from '../../../platform/api/call.ts';
import type { Answer, CallParts } from '../../../platform/api/route-shapes.ts';

export type Declaration = Answer<'readDeclaration'>;

export const declarationQuery = () =>
  queryOptions({
    queryKey: ['verifactu', 'declaration'],
    queryFn: ({ signal }) => call('readDeclaration', { signal }),
  });

export const signDeclaration = (body: CallParts<'signDeclaration'>['body']) =>
  call('signDeclaration', { body });

/** Where the browser downloads one from: of this version, or by its id. */
export const declarationAddress = (id?: string) =>
  addressOf('/api/declarations/pdf', { query: id === undefined ? {} : { id } });

export function useDeclarationChanged() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: declarationQuery().queryKey });
}

import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { addressOf, call } from '../../../platform/api/call.ts';
import type { Answer, CallParts } from '../../../platform/api/route-shapes.ts';
import type { RecordAddress } from './use-record-address.ts';

export type Verifactu = Answer<'readVerifactu'>;
export type VerifactuRecord = Answer<'listVerifactuRecords'>['items'][number];
export type RecordDetail = Answer<'readVerifactuRecord'>;
export type Verification = Answer<'verifyVerifactuRecords'>;

export const verifactuQuery = () =>
  queryOptions({
    queryKey: ['verifactu', 'issuer'],
    queryFn: ({ signal }) => call('readVerifactu', { signal }),
  });

export function recordsQuery({ search, kind, status, year, page }: RecordAddress) {
  const query = {
    page,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(kind ? { kind } : {}),
    ...(status ? { state: status } : {}),
    ...(year ? { year: Number(year) } : {}),
  };
  return queryOptions({
    queryKey: ['verifactu', 'records', query],
    queryFn: ({ signal }) => call('listVerifactuRecords', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const recordQuery = (number: number) =>
  queryOptions({
    queryKey: ['verifactu', 'record', number],
    queryFn: ({ signal }) => call('readVerifactuRecord', { params: { number: String(number) }, signal }),
  });
export const correctRecord = (number: number) =>
  call('correctVerifactuRecord', { params: { number: String(number) } });

export const verifyRecords = () => call('verifyVerifactuRecords', {});
export const saveVerifactu = (body: CallParts<'updateVerifactu'>['body']) =>
  call('updateVerifactu', { body });

export type CertificateValues = CallParts<'saveVerifactuCertificate'>['body'];
export const saveCertificate = (body: CertificateValues) => call('saveVerifactuCertificate', { body });
export const removeCertificate = () => call('removeVerifactuCertificate', {});

export const sendRecords = () => call('sendVerifactuRecords', {});

/** Where the browser downloads the records of a year from. */
export const recordsAddress = (year: number) => addressOf('/api/verifactu/export', { query: { year } });

export function useVerifactuChanged() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['verifactu'] });
}

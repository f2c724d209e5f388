import { isBound } from '@atalaya/contract/days';
import { REPORT_PERIODS, REPORT_STEPS } from './reports.api.ts';
import type { ReportFigure, ReportSpan } from './reports.api.ts';
import {
  choiceField,
  pageField,
  readState,
  textField,
  useUrlState,
  writeState,
} from '../../shared/url-state.ts';

export const DEFAULT_PERIOD = '30d';

const fields = {
  period: choiceField(REPORT_PERIODS, DEFAULT_PERIOD),
  /** Two days instead of a named period. */
  from: textField(),
  to: textField(),
  compare: choiceField(['true'], null),
  step: choiceField(REPORT_STEPS, null),
  /** Whose, by id: for a super_admin. */
  organization: textField(),
  /** The figure whose rows are open. */
  figure: textField(),
  page: pageField(),
};

/** The same from an address that is on its way. */
export const readReportAddress = (search: Record<string, unknown>) => readState(fields, search);

/** All that the address of a screen of reports holds. */
export const useReportAddress = () => useUrlState(fields);
export type ReportAddress = ReturnType<typeof useReportAddress>[0];
export type ChangeReportAddress = (change: Partial<ReportAddress>) => void;

/** Whether the two days of the address are a span: both valid, and in order. */
export const isRange = ({ from, to }: Pick<ReportAddress, 'from' | 'to'>) =>
  isBound(from) && isBound(to) && from <= to;

/** The span as the server takes it. */
export function spanOf({ period, from, to, compare, step }: ReportAddress): ReportSpan {
  return {
    ...(isRange({ from, to }) ? { from, to } : { period }),
    ...(compare ? { compare } : {}),
    ...(step ? { step } : {}),
  };
}

/** The address with the rows of a figure open: for a link. */
export const withFigure =
  ({ report, row, column, currency }: ReportFigure) =>
  (search: Record<string, unknown>) =>
    writeState(fields, search, { figure: [report, row, column, currency ?? ''].join('~'), page: 1 });

/** The figure that an address names, or null. */
export function figureOf({ figure }: Pick<ReportAddress, 'figure'>): ReportFigure | null {
  const [report, row, column, currency] = figure.split('~');
  if (!report || !row || !column) return null;
  return { report, row, column, currency: currency || null };
}

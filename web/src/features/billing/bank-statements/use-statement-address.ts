import { choiceField, idField, pageField, readState, useUrlState } from '../../../shared/url-state.ts';

const fields = { page: pageField(), statement: idField(), dialog: choiceField(['upload'], null) };

export const readStatementAddress = (search: Record<string, unknown>) => readState(fields, search);
export const useStatementAddress = () => useUrlState(fields);
export type StatementAddress = ReturnType<typeof readStatementAddress>;
export type ChangeStatementAddress = (
  change: Partial<StatementAddress>,
  options?: { replace?: boolean },
) => void;

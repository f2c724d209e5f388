import { choiceField, idField, readState, useUrlState } from '../../../shared/url-state.ts';
import { pagedFields } from '../../../shared/use-list-screen.ts';

const fields = { ...pagedFields({}), statement: idField(), dialog: choiceField(['upload'], null) };

export const readStatementAddress = (search: Record<string, unknown>) => readState(fields, search);
export const useStatementAddress = () => useUrlState(fields);
export type StatementAddress = ReturnType<typeof readStatementAddress>;

import { DEBIT_RUN_STATUSES } from '@atalaya/contract/debit-codes';
import { choiceField, idField, readState, useUrlState } from '../../../shared/url-state.ts';
import { pagedFields } from '../../../shared/use-list-screen.ts';

export const debitRunFilterFields = { status: choiceField(DEBIT_RUN_STATUSES, null) };
const fields = {
  ...pagedFields(debitRunFilterFields),
  run: idField(),
  debit: idField(),
  dialog: choiceField(['new'], null),
};

export const readDebitRunAddress = (search: Record<string, unknown>) => readState(fields, search);
export const useDebitRunAddress = () => useUrlState(fields);
export type DebitRunAddress = ReturnType<typeof readDebitRunAddress>;

import { DEBIT_RUN_STATUSES } from '@atalaya/contract/debit-codes';
import { choiceField, idField, pageField, readState, useUrlState } from '../../../shared/url-state.ts';

export const debitRunFilterFields = { status: choiceField(DEBIT_RUN_STATUSES, null) };
const fields = {
  ...debitRunFilterFields,
  page: pageField(),
  run: idField(),
  debit: idField(),
  dialog: choiceField(['new'], null),
};

export const readDebitRunAddress = (search: Record<string, unknown>) => readState(fields, search);
export const useDebitRunAddress = () => useUrlState(fields);
export type DebitRunAddress = ReturnType<typeof readDebitRunAddress>;
export type ChangeDebitRunAddress = (
  change: Partial<DebitRunAddress>,
  options?: { replace?: boolean },
) => void;

import { MANDATE_STATUSES } from '@atalaya/contract/debit-codes';
import { choiceField, idField, readState, textField, useUrlState } from '../../../shared/url-state.ts';
import { pagedFields } from '../../../shared/use-list-screen.ts';

export const mandateFilterFields = { search: textField(), status: choiceField(MANDATE_STATUSES, null) };
const fields = {
  ...pagedFields(mandateFilterFields),
  mandate: idField(),
  dialog: choiceField(['creditor', 'sign', 'amend', 'cancel'], null),
};

export const readMandateAddress = (search: Record<string, unknown>) => readState(fields, search);
export const useMandateAddress = () => useUrlState(fields);
export type MandateAddress = ReturnType<typeof readMandateAddress>;

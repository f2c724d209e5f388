import { MANDATE_STATUSES } from '@atalaya/contract/debit-codes';
import {
  choiceField,
  idField,
  pageField,
  readState,
  textField,
  useUrlState,
} from '../../../shared/url-state.ts';

export const mandateFilterFields = { search: textField(), status: choiceField(MANDATE_STATUSES, null) };
const fields = {
  ...mandateFilterFields,
  page: pageField(),
  mandate: idField(),
  dialog: choiceField(['creditor', 'sign', 'amend', 'cancel'], null),
};

export const readMandateAddress = (search: Record<string, unknown>) => readState(fields, search);
export const useMandateAddress = () => useUrlState(fields);
export type MandateAddress = ReturnType<typeof readMandateAddress>;
export type ChangeMandateAddress = (change: Partial<MandateAddress>, options?: { replace?: boolean }) => void;

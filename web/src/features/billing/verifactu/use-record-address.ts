import { VERIFACTU_RECORD_KINDS, VERIFACTU_RECORD_STATES } from '@atalaya/contract/choices';
import { choiceField, patternField, readState, textField, useUrlState } from '../../../shared/url-state.ts';
import { pagedFields } from '../../../shared/use-list-screen.ts';

export const recordFilterFields = {
  search: textField(),
  kind: choiceField(VERIFACTU_RECORD_KINDS, null),
  status: choiceField(VERIFACTU_RECORD_STATES, null),
  year: patternField(/^20\d\d$/),
};
const fields = {
  ...pagedFields(recordFilterFields),
  /** Without one, what there is to do first: the issuer until they are configured, then the records. */
  tab: choiceField(['records', 'issuer'], null),
  record: patternField(/^[1-9]\d{0,8}$/),
  dialog: choiceField(['configure', 'certificate', 'declaration', 'rate', 'rates'], null),
};

export const readRecordAddress = (search: Record<string, unknown>) => readState(fields, search);
export const useRecordAddress = () => useUrlState(fields);
export type RecordAddress = ReturnType<typeof readRecordAddress>;

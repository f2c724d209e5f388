import { USER_TEXT_FILTERS } from '@atalaya/contract/choices';
import { recordOf } from '@atalaya/contract/record-of';
import { ROLES } from '@atalaya/contract/roles';
import { type StateOf, choiceField, dayField, idField, textField } from '../../shared/url-state.ts';

/** What the list of people is narrowed by, as the address holds it: nothing reads as something empty. */
export const userFilterFields = {
  search: textField(),
  ...recordOf(USER_TEXT_FILTERS, () => textField()),
  role: choiceField(ROLES, null),
  status: choiceField(['active', 'inactive'], null),
  organization: idField(),
  last_login_from: dayField(),
  last_login_to: dayField(),
  created_from: dayField(),
  created_to: dayField(),
};
export type UserFilters = StateOf<typeof userFilterFields>;

import { ROLES } from '@atalaya/contract/roles';
import { choiceField, textField } from '../../shared/url-state.ts';

/** What the list of people is narrowed by, as the address holds it. */
export const userFilterFields = {
  search: textField(),
  role: choiceField(ROLES, null),
  status: choiceField(['active', 'inactive'], null),
};

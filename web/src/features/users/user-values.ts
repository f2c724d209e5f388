import { USER_TEXTS, type UserText } from '@atalaya/contract/choices';
import { recordOf } from '@atalaya/contract/record-of';
import type { Role } from '@atalaya/contract/roles';
import type { ComboboxOption } from '@atalaya/ui/combobox';
import type { User } from './users.api.ts';

/** What the form of a person holds. */
export type UserValues = Record<UserText, string> & {
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  is_active: boolean;
  organization_id: ComboboxOption | null;
};

export function valuesOf(user: User | null): UserValues {
  return {
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    email: user?.email ?? '',
    ...recordOf(USER_TEXTS, (name) => user?.[name] ?? ''),
    role: user?.role ?? 'user',
    is_active: user?.is_active ?? true,
    organization_id: user?.organization
      ? { value: user.organization.id, label: user.organization.name }
      : null,
  };
}

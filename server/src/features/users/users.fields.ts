import type { Undoable } from '../../platform/undo.ts';

/** What changes of many people touch, and undo puts back; what one form saves is not taken back. */
export const UNDOABLE_USERS: Undoable = {
  resource: 'users',
  table: 'profiles',
  kept: ['role', 'is_active', 'organization_id', 'deleted_at'],
  left: {
    user_id: 'the account stays linked',
    first_name: 'a form of one person alone changes it',
    last_name: 'a form of one person alone changes it',
    email: 'never changed',
    phone: 'a form of one person alone changes it',
    avatar_url: 'changed by its person, or taken away by an admin for good',
    language: 'a choice of its person',
    theme: 'a choice of its person',
    last_login_at: 'not changed by anybody',
    deactivated_with_organization: 'belongs to the bin of organizations, which has a way back of its own',
  },
};

import { SET_BY_FORM, undoableOf } from '../../platform/records/fields.ts';
import type { Fields } from '../../platform/records/fields.ts';

const NEVER = { left: 'never changed' };
const EVERY_CHANGE = { left: 'every change has its own' };
/** What one form saves is not taken back. */
const FORM = { left: 'a form of one person alone changes it' };
const OWN = { left: 'a choice of its person' };
const COMPUTED = { left: 'follows from the others' };

/** What is done with each column of a person. */
export const USER_FIELDS = {
  id: { undo: NEVER, listed: true, exported: true },
  user_id: { undo: { left: 'the account stays linked' }, listed: true },
  first_name: { undo: FORM, ...SET_BY_FORM, searched: true, in_file: 'first_name', imported: true },
  last_name: { undo: FORM, ...SET_BY_FORM, searched: true, in_file: 'last_name', imported: true },
  email: {
    undo: NEVER,
    listed: true,
    searched: true,
    added: true,
    audited: true,
    exported: true,
    in_file: 'email',
    imported: true,
  },
  phone: { undo: FORM, ...SET_BY_FORM, in_file: 'phone', imported: true },
  job_title: { undo: FORM, ...SET_BY_FORM, searched: true, in_file: 'job_title', imported: true },
  role: { undo: 'kept', ...SET_BY_FORM, in_file: 'role', imported: true },
  is_active: { undo: 'kept', ...SET_BY_FORM, in_file: 'active', imported: true },
  organization_id: {
    undo: 'kept',
    listed: true,
    added: true,
    form: true,
    audited: true,
    in_file: 'organization',
    imported: true,
  },
  avatar_url: { undo: { left: 'changed by its person, or taken away by an admin for good' }, listed: true },
  language: { undo: OWN, exported: true },
  theme: { undo: OWN },
  last_login_at: { undo: NEVER, listed: true, exported: true, in_file: 'last_login_at' },
  created_at: { undo: NEVER, listed: true, exported: true, in_file: 'created_at' },
  updated_at: { undo: EVERY_CHANGE, exported: true },
  version: { undo: EVERY_CHANGE, listed: true },
  deleted_at: { undo: 'kept', exported: true },
  deactivated_with_organization: {
    undo: { left: 'belongs to the bin of organizations, which has a way back of its own' },
  },
  search: { undo: COMPUTED },
} as const satisfies Fields<'profiles'>;

export const UNDOABLE_USERS = undoableOf({ resource: 'users', table: 'profiles' }, USER_FIELDS);

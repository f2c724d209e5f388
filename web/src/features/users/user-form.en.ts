import type { Translation } from '../../platform/messages/translation.ts';
import type { userFormEs } from './user-form.es.ts';

export const userFormEn = {
  retry: 'Try again',
  createTitle: 'Add user',
  editTitle: 'Edit user',
  createHint: 'They will get a mail with a link to choose a password.',
  lastAccess: 'Last access: {moment}',
  neverSignedIn: 'Has not signed in yet.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  emailFixed: 'The email cannot be changed.',
  phone: 'Phone',
  role: 'Role',
  active: 'Active user',
  create: 'Create user',
  save: 'Save changes',
  missing: 'Please fill in all required fields',
  emailInvalid: 'Please enter a valid email',
  organizationMissing: 'Choose a company',
  created: 'User created',
  updated: 'User updated',
  createFailed: 'The user could not be created',
  updateFailed: 'The user could not be updated',
  loadFailed: 'The user could not be loaded.',
  notFound: 'This user does not exist or is no longer available.',
} as const satisfies Translation<typeof userFormEs>;

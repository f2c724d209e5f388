import type { Translation } from '../../platform/messages/translation.ts';
import type { usersBulkEs } from './users-bulk.es.ts';

export const usersBulkEn = {
  label: 'Actions on the selected',
  selected: '{count} selected',
  activate: 'Activate',
  deactivate: 'Deactivate',
  changeRole: 'Change role',
  remove: 'Delete',
  clear: 'Clear the selection',
  selectMatching: 'Select all {total} that match',
  none: 'Select at least one user',
  activated: '{count} users activated',
  deactivated: '{count} users deactivated',
  roleChanged: '{count} users changed to {role}',
  removed: '{count} users deleted',
  restored: '{count} users restored',
  activateFailed: 'The users could not be activated',
  deactivateFailed: 'The users could not be deactivated',
  roleFailed: 'The roles could not be changed',
  removeFailed: 'The users could not be deleted',
  restoreFailed: 'The users could not be restored',
  confirmRemove: 'Delete {count} users?',
  confirmDeactivate: 'Deactivate {count} users?',
  deactivateConsequence: 'Their sessions end and their pending invitations are withdrawn.',
  undo: 'Undo',
} as const satisfies Translation<typeof usersBulkEs>;

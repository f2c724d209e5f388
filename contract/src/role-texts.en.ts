import type { Translation } from '../platform/messages/translation.ts';
import type { rolesEs } from './roles.es.ts';

export const rolesEn = {
  user: { name: 'User', description: 'Basic access to the system' },
  admin: { name: 'Administrator', description: 'Full management of the organization' },
  super_admin: { name: 'Super Admin', description: 'Full access to the system' },
} as const satisfies Translation<typeof rolesEs>;

import type { rolesEs } from './role-texts.es.ts';

export const rolesEn = {
  user: { name: 'User', description: 'Basic access to the system' },
  admin: { name: 'Administrator', description: 'Manages the whole company' },
  super_admin: { name: 'Super Admin', description: 'Full access to the system' },
} as const satisfies Record<keyof typeof rolesEs, { name: string; description: string }>;

/** Their names alone. */
export const roleNamesEn = {
  user: rolesEn.user.name,
  admin: rolesEn.admin.name,
  super_admin: rolesEn.super_admin.name,
} as const;

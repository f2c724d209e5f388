/** What roles are called on screens, in mails and in files. */
export const rolesEs = {
  user: { name: 'Usuario', description: 'Acceso básico al sistema' },
  admin: { name: 'Administrador', description: 'Gestión completa de la organización' },
  super_admin: { name: 'Super Admin', description: 'Acceso total al sistema' },
} as const;

/** Their names alone. */
export const roleNamesEs = {
  user: rolesEs.user.name,
  admin: rolesEs.admin.name,
  super_admin: rolesEs.super_admin.name,
} as const;

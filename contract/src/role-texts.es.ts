export const rolesEs = {
  user: { name: 'Usuario', description: 'Acceso básico al sistema' },
  admin: { name: 'Administrador', description: 'Gestión completa de la organización' },
  super_admin: { name: 'Super Admin', description: 'Acceso total al sistema' },
} as const;

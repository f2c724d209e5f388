export const paletteEs = {
  recent: 'Recientes',
  groups: { users: 'Usuarios', organizations: 'Empresas', tickets: 'Tickets', invoices: 'Facturas' },
  failed: 'No se ha podido buscar en: {groups}.',
} as const;

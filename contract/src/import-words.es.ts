import type { ImportField } from './import-fields.ts';

/** What the fields of a file are called, on the screen and beside its wrong rows. */
export const importFieldsEs = {
  first_name: 'Nombre',
  last_name: 'Apellidos',
  email: 'Email',
  role: 'Rol',
  phone: 'Teléfono',
  active: 'Activo',
  organization: 'Empresa',
  name: 'Nombre',
  domain: 'Dominio',
  plan: 'Plan',
  max_users: 'Plazas',
  country: 'País',
  tax_id: 'NIF',
  billing_email: 'Email de facturación',
  title: 'Título',
  description: 'Descripción',
  priority: 'Prioridad',
} as const satisfies Record<ImportField, string>;

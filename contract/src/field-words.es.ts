import type { ImportField } from './import-fields.ts';

/** What the fields of a noun are called: in its form and its file, beside wrong rows of an import, in the audit log. */
export const fieldWordsEs = {
  users: {
    first_name: 'Nombre',
    last_name: 'Apellidos',
    email: 'Email',
    phone: 'Teléfono',
    job_title: 'Cargo',
    role: 'Rol',
    active: 'Activo',
    organization: 'Empresa',
    last_login_at: 'Último acceso',
    created_at: 'Creado',
  },
  organizations: {
    name: 'Nombre',
    slug: 'Identificador',
    domain: 'Dominio',
    plan: 'Plan',
    status: 'Estado',
    max_users: 'Plazas',
    country: 'País',
    tax_id: 'Identificación fiscal',
    billing_email: 'Email de facturación',
    created_at: 'Creada',
  },
  tickets: {
    number: 'Número',
    title: 'Título',
    organization: 'Empresa',
    priority: 'Prioridad',
    status: 'Estado',
    assigned_to: 'Asignado a',
    created_by: 'Creado por',
    created_at: 'Creado',
    updated_at: 'Actualizado',
    waits_for: 'Espera a',
    first_response_at: 'Primera respuesta',
    resolved_at: 'Resuelto',
    closed_at: 'Cerrado',
    first_response_seconds: 'Segundos hasta la primera respuesta',
    resolution_seconds: 'Segundos hasta la resolución',
    description: 'Descripción',
  },
} as const;

/** Those of every noun that can be imported. */
export const importFieldsEs = {
  ...fieldWordsEs.tickets,
  ...fieldWordsEs.organizations,
  ...fieldWordsEs.users,
} satisfies Record<ImportField, string>;

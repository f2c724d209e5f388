import type { ImportField } from './import-fields.ts';

export const importFieldsEn = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  role: 'Role',
  phone: 'Phone',
  active: 'Active',
  organization: 'Company',
  name: 'Name',
  domain: 'Domain',
  plan: 'Plan',
  max_users: 'Seats',
  country: 'Country',
  tax_id: 'Tax id',
  billing_email: 'Billing email',
  title: 'Title',
  description: 'Description',
  priority: 'Priority',
} as const satisfies Record<ImportField, string>;

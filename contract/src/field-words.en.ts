import type { ImportField } from './import-fields.ts';

export const fieldWordsEn = {
  users: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email',
    phone: 'Phone',
    job_title: 'Job title',
    role: 'Role',
    active: 'Active',
    organization: 'Company',
    last_login_at: 'Last sign-in',
    created_at: 'Created',
  },
  organizations: {
    name: 'Name',
    slug: 'Identifier',
    domain: 'Domain',
    plan: 'Plan',
    status: 'Status',
    max_users: 'Seats',
    country: 'Country',
    tax_id: 'Tax ID',
    billing_email: 'Billing email',
    created_at: 'Created',
  },
  tickets: {
    number: 'Number',
    title: 'Title',
    organization: 'Company',
    priority: 'Priority',
    status: 'Status',
    assigned_to: 'Assigned to',
    created_by: 'Created by',
    created_at: 'Created',
    updated_at: 'Updated',
    waits_for: 'Waiting on',
    first_response_at: 'First response',
    resolved_at: 'Resolved',
    closed_at: 'Closed',
    first_response_seconds: 'Seconds to first response',
    resolution_seconds: 'Seconds to resolution',
    description: 'Description',
  },
} as const;

export const importFieldsEn = {
  ...fieldWordsEn.tickets,
  ...fieldWordsEn.organizations,
  ...fieldWordsEn.users,
} satisfies Record<ImportField, string>;

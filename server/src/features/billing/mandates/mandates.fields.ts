import { SET_BY_FORM, fieldsWith } from '../../../platform/records/fields.ts';
import type { Fields } from '../../../platform/records/fields.ts';

/** Mandates are signed, amended and ended one by one. */
const NEVER = { undo: { left: 'no change of many mandates is undone' } };
const OF_FORM = { ...NEVER, ...SET_BY_FORM } as const;
const SIGNED = { ...NEVER, listed: true, added: true, audited: true, exported: true } as const;
const SHOWN = { ...NEVER, listed: true, exported: true } as const;

/** What is done with each column of a mandate. */
export const MANDATE_FIELDS = {
  id: SHOWN,
  organization_id: { ...NEVER, listed: true, added: true },
  reference: OF_FORM,
  debtor_name: OF_FORM,
  iban: OF_FORM,
  bic: OF_FORM,
  type: SIGNED,
  use: SIGNED,
  is_last: OF_FORM,
  signed_on: SIGNED,
  status: SHOWN,
  version: { ...NEVER, listed: true },
  created_at: { ...NEVER, exported: true },
} as const satisfies Fields<'mandates'>;

/** What amending sets. */
export const AMENDED = fieldsWith(MANDATE_FIELDS, 'form');

/** 'ES91 •••• 1332': what is told of an account to those who need not know it. */
export const maskIban = (iban: string): string => `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`;

/** The same of what is said of a mandate, as the audit log and its history keep it. */
export const masked = <T extends { iban: string }>(values: T): T => ({
  ...values,
  iban: maskIban(values.iban),
});

import { importFieldsEn } from '@atalaya/contract/field-words.en';
import { importFieldsEs } from '@atalaya/contract/field-words.es';
import type { ImportField } from '@atalaya/contract/import-fields';
import type { ImportRowRow } from './import-rows.queries.ts';

type Language = 'es' | 'en';

/** The column beside each wrong row. */
export const REASON_TITLE: Record<Language, string> = { es: 'Motivo', en: 'Reason' };

const FIELDS: Record<Language, Record<ImportField, string>> = { es: importFieldsEs, en: importFieldsEn };

const REASONS: Record<Language, Record<string, string>> = {
  es: {
    required: 'falta',
    too_long: 'demasiado largo: {max} caracteres como máximo',
    too_short: 'demasiado corto',
    too_small: 'demasiado pequeño',
    too_big: 'demasiado grande: {max} como máximo',
    invalid: 'no es válido',
    invalid_email: 'no es un email válido',
    invalid_nif: 'la letra o el dígito de control no coincide',
    'import.row_ragged': 'la fila tiene {cells} columnas y la cabecera {columns}',
    'import.row_repeated': 'repetida: es igual que la fila {row}',
    'import.value_unknown': 'valor desconocido; se admite: {allowed}',
    'import.organization_unknown': 'no existe ninguna empresa con ese nombre o identificador',
    'import.organization_ambiguous': 'hay varias empresas con ese nombre: usa su identificador',
    'import.name_taken': 'ya existe una empresa con ese nombre',
    'user.email_taken': 'ya existe un usuario con este email',
    'user.rank_too_low': 'superior a tu rol',
    'user.organization_required': 'falta',
    'organization.seats_full': 'la organización ha alcanzado el máximo de usuarios de su plan',
    'organization.domain_not_allowed': 'esta organización solo admite emails de: {domains}',
    'object.not_found': 'la empresa ya no está disponible',
    other: 'no se puede importar',
  },
  en: {
    required: 'missing',
    too_long: 'too long: {max} characters at most',
    too_short: 'too short',
    too_small: 'too small',
    too_big: 'too large: {max} at most',
    invalid: 'not valid',
    invalid_email: 'not a valid email',
    invalid_nif: 'the control letter or digit doesn’t match',
    'import.row_ragged': 'the row has {cells} columns, but the header has {columns}',
    'import.row_repeated': 'duplicate of row {row}',
    'import.value_unknown': 'unknown value; use one of these: {allowed}',
    'import.organization_unknown': 'no company has that name or identifier',
    'import.organization_ambiguous': 'several companies have that name: use the identifier',
    'import.name_taken': 'a company with that name already exists',
    'user.email_taken': 'a user with this email already exists',
    'user.rank_too_low': 'above your own role',
    'user.organization_required': 'missing',
    'organization.seats_full': 'the organization has reached its plan’s user limit',
    'organization.domain_not_allowed': 'this organization only allows emails from: {domains}',
    'object.not_found': 'the company is no longer available',
    other: 'cannot be imported',
  },
};

/** Why a row is wrong, in words for the person who corrects the file: 'Email: no es un email válido'. */
export function reasonOf({ code, field, params }: ImportRowRow, language: Language): string {
  const texts = REASONS[language];
  const text = texts[code ?? 'other'] ?? texts['other'] ?? '';
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params?.[name] ?? ''));
  return field === null ? filled : `${FIELDS[language][field]}: ${filled}`;
}

import { importFieldsEn } from '@atalaya/contract/field-words.en';
import { importFieldsEs } from '@atalaya/contract/field-words.es';
import type { ImportField } from '@atalaya/contract/import-fields';
import type { ImportMapping } from '@atalaya/contract/imports';
import { foldedWord } from '../../../platform/records/import.ts';

/** What else the columns of a field are called than its words, in Spanish and English, without accents. */
const ALIASES: Partial<Record<ImportField, string[]>> = {
  first_name: ['firstname', 'given name', 'name'],
  last_name: ['apellido', 'lastname', 'surname', 'family name'],
  email: ['e mail', 'correo', 'correo electronico', 'mail', 'email address'],
  role: ['perfil'],
  phone: ['movil', 'phone number', 'tel'],
  job_title: ['puesto', 'position', 'title'],
  active: ['is active', 'habilitado', 'enabled'],
  organization: ['organizacion', 'organization', 'cliente'],
  name: ['empresa', 'company', 'razon social'],
  domain: ['web', 'website'],
  plan: ['plan type'],
  max_users: ['max users', 'maximo de usuarios', 'usuarios'],
  tax_id: ['nif', 'cif', 'vat', 'nif iva'],
  billing_email: ['correo de facturacion'],
  title: ['asunto', 'subject'],
  description: ['detalle', 'body', 'mensaje'],
};

/** Our own exports first. */
const titlesOf = (field: ImportField) => [
  ...[importFieldsEs, importFieldsEn].map((words) => foldedWord(words[field])),
  ...(ALIASES[field] ?? []),
];

/** Which column each field probably is: the first whose title is one of the field's names, each column once. */
export function guessMapping(fields: ImportField[], titles: string[]): ImportMapping {
  const folded = titles.map(foldedWord);
  const used = new Set<number>();
  return fields.flatMap((field) => {
    const columns = titlesOf(field).map((title) => folded.indexOf(title));
    const column = columns.find((each) => each >= 0 && !used.has(each));
    if (column === undefined) return [];
    used.add(column);
    return [{ field, column }];
  });
}

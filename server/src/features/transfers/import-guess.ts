import type { ImportField } from '@atalaya/contract/import-fields';
import type { ImportMapping } from '@atalaya/contract/imports';
import { foldedWord } from '../../platform/import.ts';

/** What the columns of a field are called, in Spanish and English, without accents; our own exports first. */
const TITLES: Record<ImportField, string[]> = {
  first_name: ['nombre', 'first name', 'firstname', 'given name', 'name'],
  last_name: ['apellidos', 'apellido', 'last name', 'lastname', 'surname', 'family name'],
  email: ['email', 'e mail', 'correo', 'correo electronico', 'mail', 'email address'],
  role: ['rol', 'role', 'perfil'],
  phone: ['telefono', 'phone', 'movil', 'phone number', 'tel'],
  active: ['activo', 'active', 'is active', 'habilitado', 'enabled'],
  organization: ['empresa', 'organizacion', 'company', 'organization', 'cliente'],
  name: ['nombre', 'name', 'empresa', 'company', 'razon social'],
  domain: ['dominio', 'domain', 'web', 'website'],
  plan: ['plan', 'plan type'],
  max_users: ['plazas', 'seats', 'max users', 'maximo de usuarios', 'usuarios'],
  country: ['pais', 'country'],
  tax_id: ['nif', 'cif', 'tax id', 'vat', 'nif iva'],
  billing_email: ['email de facturacion', 'billing email', 'correo de facturacion'],
  title: ['titulo', 'title', 'asunto', 'subject'],
  description: ['descripcion', 'description', 'detalle', 'body', 'mensaje'],
  priority: ['prioridad', 'priority'],
};

/** Which column each field probably is: the first whose title is one of the field's names, each column once. */
export function guessMapping(fields: ImportField[], titles: string[]): ImportMapping {
  const folded = titles.map(foldedWord);
  const used = new Set<number>();
  return fields.flatMap((field) => {
    const columns = TITLES[field].map((title) => folded.indexOf(title));
    const column = columns.find((each) => each >= 0 && !used.has(each));
    if (column === undefined) return [];
    used.add(column);
    return [{ field, column }];
  });
}

import type { PostalField } from '@atalaya/contract/delivery-data';

/** Who issues invoices. */
export type IssuerConfig = {
  /** The issuer that each invoice names; the lines of the address are separated by newlines. */
  invoiceIssuer: { name: string; tax_id: string | null; country: string; address: string | null };
  /** Where it is, in the parts that Facturae asks for. */
  issuerAddress: Record<PostalField, string | null>;
  /** Its names where it is a natural person; null: they are not said. */
  issuerPerson: { name: string; first_surname: string; second_surname: string | null } | null;
};

type Environment = Record<string, string | undefined>;
const read = (env: Environment, name: string) => env[name]?.trim() || undefined;
/** Ends the start with a message in Spanish. */
type Refuse = (message: string) => never;

/** Who issues invoices, as it is printed, and where they are in the parts of an address. */
export function readIssuer(env: Environment, refuse: Refuse): IssuerConfig {
  // A file of settings has one line for a variable: there a bar parts those of the address, of which the street is first.
  const lines = read(env, 'INVOICE_ISSUER_ADDRESS')?.split(/\s*\|\s*/) ?? null;
  return {
    invoiceIssuer: {
      name: read(env, 'INVOICE_ISSUER_NAME') ?? 'Atalaya',
      tax_id: read(env, 'INVOICE_ISSUER_TAX_ID') ?? null,
      country: readCountry(read(env, 'INVOICE_ISSUER_COUNTRY') ?? 'ES', refuse),
      address: lines?.join('\n') ?? null,
    },
    issuerAddress: {
      address: lines?.[0] ?? null,
      post_code: read(env, 'INVOICE_ISSUER_POST_CODE') ?? null,
      town: read(env, 'INVOICE_ISSUER_TOWN') ?? null,
      province: read(env, 'INVOICE_ISSUER_PROVINCE') ?? null,
    },
    issuerPerson: readPerson(read(env, 'INVOICE_ISSUER_PERSON'), refuse),
  };
}

/** 'Ana María | Ruiz | Soler': where a name ends and surnames begin, no program can tell. */
function readPerson(given: string | undefined, refuse: Refuse): IssuerConfig['issuerPerson'] {
  if (given === undefined) return null;
  const parts = given.split('|');
  const [name = '', first_surname = '', second_surname = null, ...more] = parts.map((part) => part.trim());
  if (!name || !first_surname || second_surname === '' || more.length > 0)
    return refuse('INVOICE_ISSUER_PERSON debe ser nombre | primer apellido | segundo apellido, si lo hay.');
  return { name, first_surname, second_surname };
}

function readCountry(value: string, refuse: Refuse): string {
  if (/^[A-Z]{2}$/.test(value)) return value;
  return refuse(`INVOICE_ISSUER_COUNTRY: "${value}" no es un código de país de dos letras, como ES.`);
}

import { readFileSync } from 'node:fs';

/** Where the tax agency takes records: by environment, and by whether a certificate is a person's or a seal. */
export type VerifactuConfig = {
  addresses: Record<'test' | 'real', Record<'person' | 'seal', URL>>;
  /** Certificates (PEM) that a server of it is known by, in the place of those of this runtime; null: those. */
  ca: string | null;
};

const PATH = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP';
/** As `SistemaFacturacion.wsdl` has them. */
const HOSTS = {
  test: { person: 'https://prewww1.aeat.es', seal: 'https://prewww10.aeat.es' },
  real: {
    person: 'https://www1.agenciatributaria.gob.es',
    seal: 'https://www10.agenciatributaria.gob.es',
  },
} as const;

type Environment = Record<string, string | undefined>;
const read = (env: Environment, name: string) => env[name]?.trim() || undefined;

/** @param refuse ends the start with a message in Spanish */
export function readVerifactuConfig(env: Environment, refuse: (message: string) => never): VerifactuConfig {
  const addressesOf = (environment: 'test' | 'real', name: string, given: string | undefined) => {
    if (given === undefined) {
      const { person, seal } = HOSTS[environment];
      return { person: new URL(PATH, person), seal: new URL(PATH, seal) };
    }
    const url = URL.parse(given);
    if (url?.protocol !== 'https:') return refuse(`${name} debe ser una dirección https://.`);
    return { person: url, seal: url };
  };
  return {
    addresses: {
      test: addressesOf('test', 'VERIFACTU_TEST_URL', read(env, 'VERIFACTU_TEST_URL')),
      real: addressesOf('real', 'VERIFACTU_REAL_URL', read(env, 'VERIFACTU_REAL_URL')),
    },
    ca: readCa(read(env, 'VERIFACTU_CA_FILE'), refuse),
  };
}

function readCa(file: string | undefined, refuse: (message: string) => never): string | null {
  if (!file) return null;
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    return refuse(`VERIFACTU_CA_FILE no se puede leer: ${(error as Error).message}.`);
  }
  return refuse('VERIFACTU_CA_FILE debe ser un archivo PEM con certificados.');
}

import { createPrivateKey, generateKeyPair, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Config } from '../core/config.ts';
import { keyFor, seal, unseal } from '../core/sealed.ts';
import { instantOf } from '../database/clock.ts';
import type { Database, SystemDb } from '../database/database.ts';
import { findInstallation } from '../database/installation.queries.ts';
import { certify } from './certificate.ts';
import { insertSigningKey, listSigningKeys, lockSigningKeys } from './signing-keys.queries.ts';

/** What documents of the installation are signed with. */
export type Signer = {
  private_key: KeyObject;
  /** SubjectPublicKeyInfo. */
  public_key: Buffer;
  installation_id: string;
};
/** What messages are signed with to those who know a signer by its certificate, which is DER. */
export type CertifiedSigner = { private_key: KeyObject; certificate: Buffer };

type Installation = { config: Pick<Config, 'authSecret'>; database: Database };
const generate = promisify(generateKeyPair);

/**
 * The Ed25519 key of the installation, which is made when it is first asked for, once for all its processes. Its private
 * half is stored sealed with AUTH_SECRET: where that is another one by now, another key is made.
 */
export function openSigner({ config, database }: Installation): Promise<Signer> {
  const sealing = keyFor(config.authSecret, 'signing keys');
  return database.withSystem('open the key that documents are signed with', async (db) => {
    const { id: installation_id } = await findInstallation(db);
    const { private_key, public_key } = await openKey(db, { sealing, is_certified: false }, async () => {
      return { ...(await generate('ed25519')), certificate: null };
    });
    return { private_key, public_key, installation_id };
  });
}

const RSA_BITS = 2048;
/** Providers are given the certificate by hand: it has to last. It began a day ago, for clocks differ. */
const YEARS = 30;
const DAY_MS = 86_400_000;

/** The RSA key of the installation, with a certificate of its own making; made in the same way. */
export function openCertifiedSigner({ config, database }: Installation): Promise<CertifiedSigner> {
  const sealing = keyFor(config.authSecret, 'certified signing keys');
  return database.withSystem('open the key that messages are signed with', async (db) => {
    const { id } = await findInstallation(db);
    const { private_key, certificate } = await openKey(db, { sealing, is_certified: true }, async () => {
      const pair = await generate('rsa', { modulusLength: RSA_BITS });
      const from = new Date((await instantOf(db)).getTime() - DAY_MS);
      const until = new Date(from);
      until.setUTCFullYear(from.getUTCFullYear() + YEARS);
      return { ...pair, certificate: certify(pair, { name: `Atalaya ${id}`, from, until }) };
    });
    if (!certificate) throw new Error('a key without its certificate');
    return { private_key, certificate };
  });
}

type Kind = { sealing: Buffer; is_certified: boolean };
type Made = { publicKey: KeyObject; privateKey: KeyObject; certificate: Buffer | null };
type Opened = { private_key: KeyObject; public_key: Buffer; certificate: Buffer | null };

/** The newest key that opens, or one that is made now. */
async function openKey(db: SystemDb, kind: Kind, make: () => Promise<Made>): Promise<Opened> {
  const known = await findOpened(db, kind);
  if (known) return known;
  await lockSigningKeys(db);
  return (await findOpened(db, kind)) ?? keep(db, kind, await make());
}

async function findOpened(db: SystemDb, { sealing, is_certified }: Kind): Promise<Opened | null> {
  for (const { id, public_key, private_key, certificate } of await listSigningKeys(db, is_certified)) {
    const key = unseal(sealing, id, private_key);
    if (key)
      return {
        private_key: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
        public_key,
        certificate,
      };
  }
  return null;
}

async function keep(
  db: SystemDb,
  { sealing }: Kind,
  { publicKey, privateKey, certificate }: Made,
): Promise<Opened> {
  const public_key = publicKey.export({ format: 'der', type: 'spki' });
  const id = randomUUID();
  const private_key = seal(sealing, id, privateKey.export({ format: 'der', type: 'pkcs8' }));
  await insertSigningKey(db, { id, public_key, private_key, certificate });
  return { private_key: privateKey, public_key, certificate };
}

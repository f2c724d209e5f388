import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Config } from '../core/config.ts';
import { keyFor, seal, unseal } from '../core/sealed.ts';
import type { Database, SystemDb } from '../database/database.ts';
import { findInstallation } from '../database/installation.queries.ts';
import { insertSigningKey, listSigningKeys, lockSigningKeys } from './signing-keys.queries.ts';

/** What documents of the installation are signed with. */
export type Signer = {
  private_key: KeyObject;
  /** SubjectPublicKeyInfo. */
  public_key: Buffer;
  installation_id: string;
};

/**
 * The Ed25519 key of the installation, which is made when it is first asked for, once for all its processes. Its private
 * half is stored sealed with AUTH_SECRET: where that is another one by now, another key is made.
 */
export function openSigner({
  config,
  database,
}: {
  config: Pick<Config, 'authSecret'>;
  database: Database;
}): Promise<Signer> {
  const sealing = keyFor(config.authSecret, 'signing keys');
  return database.withSystem('open the key that documents are signed with', async (db) => {
    const { id: installation_id } = await findInstallation(db);
    const known = await findOpened(db, sealing);
    if (known) return { ...known, installation_id };
    await lockSigningKeys(db);
    return { ...((await findOpened(db, sealing)) ?? (await makeKey(db, sealing))), installation_id };
  });
}

type Key = Omit<Signer, 'installation_id'>;

/** The newest key that opens. */
async function findOpened(db: SystemDb, sealing: Buffer): Promise<Key | null> {
  for (const { id, public_key, private_key } of await listSigningKeys(db)) {
    const opened = unseal(sealing, id, private_key);
    if (opened) return { public_key, private_key: privateKey(opened) };
  }
  return null;
}

async function makeKey(db: SystemDb, sealing: Buffer): Promise<Key> {
  const pair = generateKeyPairSync('ed25519');
  const public_key = pair.publicKey.export({ format: 'der', type: 'spki' });
  const id = randomUUID();
  const private_key = seal(sealing, id, pair.privateKey.export({ format: 'der', type: 'pkcs8' }));
  await insertSigningKey(db, { id, public_key, private_key });
  return { public_key, private_key: pair.privateKey };
}

const privateKey = (der: Buffer) => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });

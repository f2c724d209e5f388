import { X509Certificate, createPublicKey, sign, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { openCertifiedSigner, openSigner } from './signing-keys.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(6);
});
afterAll(() => database.close());

const config = { authSecret: 'a secret of the test, long enough to be one' };
const keys = async () =>
  (await database.pool.query<{ public_key: Buffer; private_key: Buffer }>('select * from signing_keys')).rows;

// OFF6
test('processes that ask for the key at once make one, and it signs', async () => {
  const signers = await Promise.all(Array.from({ length: 6 }, () => openSigner({ config, database })));
  expect(await keys()).toHaveLength(1);
  for (const { private_key, public_key, installation_id } of signers) {
    expect(public_key.equals(signers[0]!.public_key)).toBe(true);
    expect(installation_id).toBe(signers[0]!.installation_id);
    const content = Buffer.from('content');
    const key = createPublicKey({ key: public_key, format: 'der', type: 'spki' });
    expect(verify(null, content, key, sign(null, content, private_key))).toBe(true);
  }
});

// OFF6
test('the private half is in the database sealed alone, and a tenant reads neither half', async () => {
  const { private_key } = await openSigner({ config, database });
  const [stored] = await keys();
  const secret = Buffer.from(private_key.export({ format: 'jwk' }).d ?? '', 'base64url');
  expect(secret).toHaveLength(32);
  expect(stored?.private_key.includes(secret)).toBe(false);
  const client = await database.pool.connect();
  await client.query('begin; set local role atalaya_tenant');
  await expect(client.query('select 1 from signing_keys')).rejects.toThrow('permission denied');
  await client.query('rollback');
  client.release();
});

// OFF6
test('with another secret of the server another key signs, and the one before is kept', async () => {
  const before = await openSigner({ config, database });
  const other = { authSecret: 'another secret of the test, long enough too' };
  const after = await openSigner({ config: other, database });
  expect(after.public_key.equals(before.public_key)).toBe(false);
  expect((await openSigner({ config: other, database })).public_key.equals(after.public_key)).toBe(true);
  expect((await openSigner({ config, database })).public_key.equals(before.public_key)).toBe(true);
  expect(await keys()).toHaveLength(2);
});

// SSO17
test('the certified key is another one, made once for all processes, sealed, with a certificate of decades', async () => {
  const documents = await openSigner({ config, database });
  const certified = (await keys()).length;
  const signers = await Promise.all(
    Array.from({ length: 6 }, () => openCertifiedSigner({ config, database })),
  );
  expect(await keys()).toHaveLength(certified + 1);
  const [first] = signers;
  const { validToDate, validFromDate, publicKey, subject, issuer } = new X509Certificate(first!.certificate);
  expect([subject, issuer]).toEqual(Array(2).fill(`CN=Atalaya ${documents.installation_id}`));
  expect(validFromDate.getTime()).toBeLessThan(Date.now());
  expect(validToDate.getUTCFullYear()).toBeGreaterThan(new Date().getUTCFullYear() + 28);
  const content = Buffer.from('content');
  for (const signer of signers) {
    expect(signer.certificate.equals(first!.certificate)).toBe(true);
    expect(verify('sha256', content, publicKey, sign('sha256', content, signer.private_key))).toBe(true);
  }
  const secret = Buffer.from(first!.private_key.export({ format: 'jwk' }).d ?? '', 'base64url');
  for (const { private_key } of await keys()) expect(private_key.includes(secret)).toBe(false);
  expect((await openSigner({ config, database })).public_key.equals(documents.public_key)).toBe(true);
  const other = { authSecret: 'another secret of the test, long enough too' };
  const after = await openCertifiedSigner({ config: other, database });
  expect(after.certificate.equals(first!.certificate)).toBe(false);
});

import { X509Certificate, createSign, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const length = content.length;
  const bytes = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const number = (value: number) => der(0x02, Buffer.from([value]));
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const time = (at: Date) => der(0x18, Buffer.from(at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')));
const SHA256_WITH_RSA = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
const name = (text: string) =>
  sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(text)))));

export type Signer = { key: KeyObject; certificate: string };

export type Validity = { from?: Date; until?: Date; bits?: number };

const DAY = 86_400_000;

/** A key of its own with a certificate that it has signed itself, in base64: Node makes keys, but no certificates. */
export function makeSigner(
  { from, until, bits: modulusLength = 2048 }: Validity = {},
  now = new Date(),
): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
  const validity = sequence(
    time(from ?? new Date(now.getTime() - DAY)),
    time(until ?? new Date(now.getTime() + 365 * DAY)),
  );
  const who = name('identity provider of a test');
  const content = sequence(
    der(0xa0, number(2)),
    number(1),
    SHA256_WITH_RSA,
    who,
    validity,
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(content).sign(privateKey);
  const certificate = sequence(content, SHA256_WITH_RSA, bits(signature)).toString('base64');
  if (!new X509Certificate(Buffer.from(certificate, 'base64')).verify(publicKey))
    throw new Error('the certificate does not name its own key');
  return { key: privateKey, certificate };
}

import { randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Parts of DER (X.690). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const integer = (bytes: Buffer) => der(0x02, bytes);
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const SHA256_WITH_RSA = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
const commonName = (text: string) =>
  sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(text)))));

/** With two digits of the year until 2049, as X.509 has it (RFC 5280, 4.1.2.5). */
function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits));
}

/** Positive, and not the one of another certificate. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };
type Certified = { name: string; from: Date; until: Date };

/** A certificate that an RSA key has signed for itself, as DER: Node makes keys, but no certificates. */
export function certify({ publicKey, privateKey }: KeyPair, { name, from, until }: Certified): Buffer {
  const who = commonName(name);
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(serialNumber()),
    SHA256_WITH_RSA,
    who,
    sequence(time(from), time(until)),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  return sequence(content, SHA256_WITH_RSA, bits(sign('sha256', content, privateKey)));
}

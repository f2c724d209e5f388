import { X509Certificate, createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import forge from 'node-forge';

/** A private key and the certificates that came with it, its own first. */
export type Pkcs12 = { key: string; chain: string[] };
export type Pkcs12Problem = 'unreadable' | 'password' | 'key';
export type Pkcs12Answer = Pkcs12 | { problem: Pkcs12Problem };

/**
 * Opens a PKCS#12 file. Node takes one to connect with, but tells nothing of it, and refuses the ciphers of older ones,
 * which certificates of Spain are still given in.
 */
export function openPkcs12(file: Uint8Array, password: string): Pkcs12Answer {
  let opened: forge.pkcs12.Pkcs12Pfx;
  try {
    const bytes = forge.util.createBuffer(Buffer.from(file).toString('binary'));
    opened = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(bytes), password);
  } catch (error) {
    return { problem: /password|decrypt/i.test(String(error)) ? 'password' : 'unreadable' };
  }
  try {
    const certificates = derOf(opened, 'certBag').map((der) => new X509Certificate(der));
    for (const der of [...derOf(opened, 'pkcs8ShroudedKeyBag'), ...derOf(opened, 'keyBag')]) {
      const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
      const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
      if (own) return { key: pemOf(key), chain: chainOf(own, certificates).map(String) };
    }
    return { problem: 'key' };
  } catch {
    return { problem: 'unreadable' };
  }
}

const { oids } = forge.pki;

/** What the bags of a kind hold: of keys and certificates that are not RSA the library knows the bytes alone. */
function derOf(opened: forge.pkcs12.Pkcs12Pfx, kind: 'certBag' | 'keyBag' | 'pkcs8ShroudedKeyBag'): Buffer[] {
  const bagType = oids[kind];
  if (bagType === undefined) return [];
  return (opened.getBags({ bagType })[bagType] ?? []).map(({ key, cert, asn1 }) => {
    const known = cert
      ? forge.pki.certificateToAsn1(cert)
      : key
        ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key))
        : asn1;
    return Buffer.from(forge.asn1.toDer(known).getBytes(), 'binary');
  });
}

/** A certificate and those that vouch for it, each for the one before. */
function chainOf(own: X509Certificate, all: X509Certificate[]): X509Certificate[] {
  const chain = [own];
  for (let last = own; ;) {
    const next = all.find((one) => !chain.includes(one) && last.checkIssued(one));
    if (!next) return chain;
    chain.push(next);
    last = next;
  }
}

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' });

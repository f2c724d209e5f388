import { generateKeyPairSync } from 'node:crypto';
import { isIP } from 'node:net';
import forge from 'node-forge';

/** Certificates as an authority of Spain gives them, of an authority of the test's own: Node makes keys, but none. */

const DAY = 86_400_000;
const ORGANIZATION_IDENTIFIER = '2.5.4.97';
const SERIAL_NUMBER = '2.5.4.5';

type Asked = {
  name: string;
  /** The NIF of the organization; null: none. */
  tax_id?: string | null;
  /** The NIF of the person. */
  person?: string | null;
  starts_at?: Date;
  ends_at?: Date;
  /** Of a server: the host that it is for. */
  host?: string;
};
export type Issued = {
  key: string;
  certificate: string;
  /** The key, its certificate and that of its authority, as a file, or without the key. */
  pkcs12: (password: string, cipher?: 'aes256' | '3des', parts?: { withKey: boolean }) => Buffer;
};
export type Authority = { certificate: string; issue: (asked: Asked) => Issued };

type Named = forge.pki.CertificateField[];
const named = (type: string, value: string) => ({
  type,
  value,
  valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class,
});
const { md: digest } = forge;
const COMMON_NAME = forge.pki.oids['commonName'] ?? '';

let serial = 0;

/** A name, or an address. */
const alternativeOf = (host: string) => (isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host });

function makeCertificate(subject: Named, { starts_at, ends_at, host }: Omit<Asked, 'name'>) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  serial += 1;
  certificate.serialNumber = `01${serial.toString(16).padStart(6, '0')}`;
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.validity.notBefore = starts_at ?? new Date(Date.now() - DAY);
  certificate.validity.notAfter = ends_at ?? new Date(Date.now() + 365 * DAY);
  certificate.setSubject(subject);
  const alternative = host === undefined ? [] : [{ name: 'subjectAltName', altNames: [alternativeOf(host)] }];
  return { certificate, key: forge.pki.privateKeyFromPem(privateKey), privateKey, alternative };
}

export function makeAuthority(): Authority {
  const subject = [named(COMMON_NAME, 'AC de pruebas')];
  const authority = makeCertificate(subject, {});
  authority.certificate.setIssuer(subject);
  authority.certificate.setExtensions([{ name: 'basicConstraints', cA: true }]);
  authority.certificate.sign(authority.key, digest.sha256.create());
  const issue = ({ name, tax_id = null, person = null, ...asked }: Asked): Issued => {
    const made = makeCertificate(
      [
        named(COMMON_NAME, name),
        ...(person === null ? [] : [named(SERIAL_NUMBER, `IDCES-${person}`)]),
        ...(tax_id === null ? [] : [named(ORGANIZATION_IDENTIFIER, `VATES-${tax_id}`)]),
      ],
      asked,
    );
    made.certificate.setIssuer(subject);
    made.certificate.setExtensions([{ name: 'basicConstraints', cA: false }, ...made.alternative]);
    made.certificate.sign(authority.key, digest.sha256.create());
    const pkcs12: Issued['pkcs12'] = (password, algorithm = 'aes256', { withKey } = { withKey: true }) => {
      const chain = [made.certificate, authority.certificate];
      const key = withKey ? made.key : null;
      const file = forge.pkcs12.toPkcs12Asn1(key, chain, password, { algorithm });
      return Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary');
    };
    return { key: made.privateKey, certificate: forge.pki.certificateToPem(made.certificate), pkcs12 };
  };
  return { certificate: forge.pki.certificateToPem(authority.certificate), issue };
}

/** A file and its password, as who gives a certificate sends them. */
export const makeCertificateFile = () => {
  const issued = makeAuthority().issue({ name: 'Emisora de pruebas', tax_id: 'B12345674' });
  return { file: issued.pkcs12('secreto').toString('base64'), password: 'secreto' };
};

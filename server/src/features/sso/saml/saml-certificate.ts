import { X509Certificate } from 'node:crypto';
import { SamlRefusal } from './saml-refusal.ts';

export type Certificate = {
  /** DER in base64, as metadata have it. */
  der: string;
  fingerprint: string;
  not_before: Date;
  not_after: Date;
};

const SMALLEST_KEY = 2048;

/** A certificate as a PEM file or as metadata have it. Only RSA keys of a length that is still held to be safe. */
export function readCertificate(text: string): Certificate {
  const der = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s+/g, '');
  try {
    const { publicKey, fingerprint256, validFromDate, validToDate } = new X509Certificate(
      Buffer.from(der, 'base64'),
    );
    const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
    if (publicKey.asymmetricKeyType !== 'rsa' || modulusLength < SMALLEST_KEY)
      throw new SamlRefusal('certificate_invalid', `an RSA key of ${String(SMALLEST_KEY)} bits is needed`);
    return { der, fingerprint: fingerprint256, not_before: validFromDate, not_after: validToDate };
  } catch (error) {
    if (error instanceof SamlRefusal) throw error;
    throw new SamlRefusal('certificate_invalid');
  }
}

/** Those that may sign now: while a provider changes its key, metadata name the old one and the new one. */
export function validCertificates(certificates: string[], now: Date): Certificate[] {
  const known = certificates.map(readCertificate);
  const valid = known.filter(({ not_before, not_after }) => not_before <= now && now < not_after);
  if (!valid.length) throw new SamlRefusal('certificate_expired');
  return valid;
}

export const pemOf = ({ der }: Pick<Certificate, 'der'>): string =>
  `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`;

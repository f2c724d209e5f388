import { verify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { CertifiedSigner } from '../../../platform/signing/signing-keys.ts';
import { pemOf, validCertificates } from './saml-certificate.ts';
import type { SamlOwn, SamlProvider } from './saml-metadata.ts';
import { SamlRefusal } from './saml-refusal.ts';
import { RSA_SHA256, newRequestId, withMessage } from './saml-request.ts';
import {
  NAMESPACES,
  attributeOf,
  childNamed,
  childrenNamed,
  decodeUtf8,
  escapeXml,
  isNamed,
  readXml,
  textOf,
} from './saml-xml.ts';

/** Whose sessions a provider wants ended; without `session_indexes` all that it began for that person. */
export type LogoutRequest = { id: string; issuer: string; name_id: string; session_indexes: string[] };

const BYTES = 16 * 1024;
const BOUNDS = { bytes: BYTES, tags: 100, namespaces: 50 };
const SKEW_MS = 60_000;
const ID_MAX = 256;
/** How long a logout request is taken that says no end itself. */
const LIFETIME_MS = 5 * 60_000;
const ALGORITHMS = new Map([
  [RSA_SHA256, 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'sha512'],
]);

/**
 * Reads a logout request that came by the redirect binding: `query` as it is in the address, for the signature is
 * one of those very characters.
 */
export function checkLogoutRequest(
  provider: Pick<SamlProvider, 'entity_id'> & { certificates: string[] },
  own: Pick<SamlOwn, 'logout_url'>,
  query: string,
  now: Date,
): LogoutRequest {
  assertSigned(provider.certificates, query, now);
  const root = readXml(inflated(new URLSearchParams(query).get('SAMLRequest') ?? ''), BOUNDS);
  if (!isNamed(root, 'protocol', 'LogoutRequest')) throw new SamlRefusal('structure', 'no logout request');
  const issuer = childNamed(root, 'assertion', 'Issuer');
  if (!issuer || textOf(issuer) !== provider.entity_id) throw new SamlRefusal('issuer');
  if (attributeOf(root, 'Destination') !== own.logout_url) throw new SamlRefusal('destination');
  assertInTime(root, now);
  const name = childNamed(root, 'assertion', 'NameID');
  if (!name) throw new SamlRefusal('name_id');
  const id = attributeOf(root, 'ID') ?? '';
  if (id === '' || id.length > ID_MAX) throw new SamlRefusal('structure', 'no ID');
  return {
    id,
    issuer: provider.entity_id,
    name_id: textOf(name),
    session_indexes: childrenNamed(root, 'protocol', 'SessionIndex').map(textOf),
  };
}

function assertInTime(root: Element, now: Date): void {
  const made = Date.parse(attributeOf(root, 'IssueInstant') ?? '');
  if (!(made <= now.getTime() + SKEW_MS)) throw new SamlRefusal('too_early');
  const end = attributeOf(root, 'NotOnOrAfter');
  const until = end === null ? made + LIFETIME_MS : Date.parse(end);
  if (!(now.getTime() - SKEW_MS < until)) throw new SamlRefusal('expired');
}

function assertSigned(certificates: string[], query: string, now: Date): void {
  const given = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'].map((name) => {
    const parts = query.split('&').filter((part) => part.startsWith(`${name}=`));
    if (parts.length > 1) throw new SamlRefusal('structure', `${name} is there twice`);
    return parts[0];
  });
  const values = new URLSearchParams(query);
  const algorithm = values.get('SigAlg');
  const signature = values.get('Signature');
  if (algorithm === null || signature === null) throw new SamlRefusal('unsigned');
  const hash = ALGORITHMS.get(algorithm);
  if (hash === undefined) throw new SamlRefusal('algorithm', algorithm);
  const signed = Buffer.from(
    given
      .slice(0, 3)
      .filter((part) => part !== undefined)
      .join('&'),
  );
  const isSigned = validCertificates(certificates, now).some((certificate) =>
    verify(hash, signed, pemOf(certificate), Buffer.from(signature, 'base64')),
  );
  if (!isSigned) throw new SamlRefusal('signature');
}

function inflated(base64: string): string {
  try {
    return decodeUtf8(inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: BYTES }));
  } catch {
    throw new SamlRefusal('unreadable');
  }
}

type Answered = {
  request: LogoutRequest;
  relay_state: string | null;
  now: Date;
  signer: CertifiedSigner;
};

/** Where the browser goes with our answer: all that was asked to end has ended. */
export function logoutAnswerAddress(
  logout_url: string,
  own: SamlOwn,
  { request, relay_state, now, signer }: Answered,
): string {
  const answer =
    `<samlp:LogoutResponse xmlns:samlp="${NAMESPACES.protocol}" xmlns:saml="${NAMESPACES.assertion}"` +
    ` ID="${newRequestId()}" Version="2.0" IssueInstant="${now.toISOString()}"` +
    ` Destination="${escapeXml(logout_url)}" InResponseTo="${escapeXml(request.id)}">` +
    `<saml:Issuer>${escapeXml(own.entity_id)}</saml:Issuer><samlp:Status>` +
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>`;
  return withMessage(logout_url, { name: 'SAMLResponse', xml: answer, relay_state }, signer);
}

import { randomBytes, sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { CertifiedSigner } from '../../../platform/signing/signing-keys.ts';
import type { SamlOwn, SamlProvider } from './saml-metadata.ts';
import { NAMESPACES, escapeXml } from './saml-xml.ts';

/** An xs:ID, which begins with no digit. */
export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`;

/** How logout requests may be signed, and how we sign. */
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

type Request = { id: string; now: Date; signer: CertifiedSigner | null };

/**
 * Where the browser goes to sign in, with what we ask: an answer to our address, whichever way the provider knows
 * people by. Written here and not by the library, which takes the time from the clock of this process.
 */
export function signInAddress(
  provider: Pick<SamlProvider, 'sign_in_url'>,
  own: SamlOwn,
  { id, now, signer }: Request,
): string {
  const request =
    `<samlp:AuthnRequest xmlns:samlp="${NAMESPACES.protocol}" xmlns:saml="${NAMESPACES.assertion}" ID="${id}"` +
    ` Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escapeXml(provider.sign_in_url)}"` +
    ` ProtocolBinding="${POST}" AssertionConsumerServiceURL="${escapeXml(own.acs_url)}">` +
    `<saml:Issuer>${escapeXml(own.entity_id)}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/>` +
    `</samlp:AuthnRequest>`;
  return withMessage(provider.sign_in_url, { name: 'SAMLRequest', xml: request, relay_state: null }, signer);
}

type Message = { name: 'SAMLRequest' | 'SAMLResponse'; xml: string; relay_state: string | null };

/** The address with a message in it, as the redirect binding has it: the signature is one of the very characters. */
export function withMessage(
  address: string,
  { name, xml, relay_state }: Message,
  signer: CertifiedSigner | null,
): string {
  const message = [
    parameter(name, deflateRawSync(xml).toString('base64')),
    ...(relay_state === null ? [] : [parameter('RelayState', relay_state)]),
    ...(signer ? [parameter('SigAlg', RSA_SHA256)] : []),
  ].join('&');
  const signed = signer
    ? `${message}&${parameter('Signature', sign('sha256', Buffer.from(message), signer.private_key).toString('base64'))}`
    : message;
  const url = new URL(address);
  url.search = url.search === '' ? signed : `${url.search}&${signed}`;
  return url.href;
}

/** No character of it is written otherwise in an address. */
const parameter = (name: string, value: string) =>
  `${name}=${encodeURIComponent(value).replaceAll("'", '%27')}`;

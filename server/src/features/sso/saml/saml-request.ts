import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { SamlOwn, SamlProvider } from './saml-metadata.ts';
import { NAMESPACES, escapeXml } from './saml-xml.ts';

/** An xs:ID, which begins with no digit. */
export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`;

const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

type Request = { id: string; now: Date };

/**
 * Where the browser goes to sign in, with what we ask: an answer to our address, whichever way the provider knows
 * people by. Written here and not by the library, which takes the time from the clock of this process.
 */
export function signInAddress(
  provider: Pick<SamlProvider, 'sign_in_url'>,
  own: SamlOwn,
  { id, now }: Request,
): string {
  const request =
    `<samlp:AuthnRequest xmlns:samlp="${NAMESPACES.protocol}" xmlns:saml="${NAMESPACES.assertion}" ID="${id}"` +
    ` Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escapeXml(provider.sign_in_url)}"` +
    ` ProtocolBinding="${POST}" AssertionConsumerServiceURL="${escapeXml(own.acs_url)}">` +
    `<saml:Issuer>${escapeXml(own.entity_id)}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/>` +
    `</samlp:AuthnRequest>`;
  return withMessage(provider.sign_in_url, 'SAMLRequest', request);
}

/** The address with a message in it, as the redirect binding has it. */
export function withMessage(address: string, name: 'SAMLRequest' | 'SAMLResponse', xml: string): string {
  const url = new URL(address);
  url.searchParams.set(name, deflateRawSync(xml).toString('base64'));
  return url.href;
}

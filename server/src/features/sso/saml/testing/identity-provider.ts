import { createSign, verify } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import type { SamlOwn } from '../saml-metadata.ts';
import type { Signer } from './certificate.ts';

export const SHA256 = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
};
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** What an identity provider says of a sign-in; each part can be said wrongly. null: it is left out. */
export type Told = {
  issuer: string;
  name_id: string;
  name_id_format: string;
  destination: string | null;
  recipient: string;
  audience: string | null;
  in_response_to: string | null;
  response_in_response_to: string | null;
  not_before: Date;
  not_on_or_after: Date;
  confirmed_until: Date;
  assertion_id: string;
  session_index: string;
  status: string;
  method: string;
  attributes: Record<string, string[]>;
  condition: string;
};

const attribute = (name: string, value: string | null) => (value === null ? '' : ` ${name}="${value}"`);

/** A response as providers write it, unsigned. Texts are put in as they are, markup and all. */
export function writeResponse(own: SamlOwn, now: Date, changes: Partial<Told> = {}): string {
  const asked = changes.in_response_to === undefined ? '_request' : changes.in_response_to;
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
  const told: Told = {
    issuer: 'https://idp.example.com/metadata',
    name_id: 'ana@example.com',
    name_id_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    destination: own.acs_url,
    recipient: own.acs_url,
    audience: own.entity_id,
    in_response_to: asked,
    response_in_response_to: asked,
    not_before: minutes(-1),
    not_on_or_after: minutes(5),
    confirmed_until: minutes(5),
    assertion_id: '_assertion',
    session_index: '_session',
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    attributes: { email: ['ana@example.com'], groups: ['ventas', 'jefes'] },
    condition: '',
    ...changes,
  };
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_response" Version="2.0" IssueInstant="${now.toISOString()}"${attribute('Destination', told.destination)}${attribute('InResponseTo', told.response_in_response_to)}><saml:Issuer>${told.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${told.status}"/></samlp:Status>${writeAssertion(told, now)}</samlp:Response>`;
}

function writeAssertion(told: Told, now: Date): string {
  const audience =
    told.audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${told.audience}</saml:Audience></saml:AudienceRestriction>`;
  const attributes = Object.entries(told.attributes)
    .map(([name, values]) => {
      const each = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('');
      return `<saml:Attribute Name="${name}">${each}</saml:Attribute>`;
    })
    .join('');
  return (
    `<saml:Assertion ID="${told.assertion_id}" Version="2.0" IssueInstant="${now.toISOString()}"><saml:Issuer>${told.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${told.name_id_format}">${told.name_id}</saml:NameID><saml:SubjectConfirmation Method="${told.method}">` +
    `<saml:SubjectConfirmationData Recipient="${told.recipient}" NotOnOrAfter="${told.confirmed_until.toISOString()}"${attribute('InResponseTo', told.in_response_to)}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${told.not_before.toISOString()}" NotOnOrAfter="${told.not_on_or_after.toISOString()}">${audience}${told.condition}</saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${now.toISOString()}" SessionIndex="${told.session_index}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`
  );
}

/** Signs the response or its assertion, as a provider does: the signature follows the issuer. */
export function sign(
  xml: string,
  part: 'Assertion' | 'Response',
  { key, certificate }: Signer,
  algorithms = SHA256,
): string {
  const at = `//*[local-name(.)='${part}']`;
  const signer = new SignedXml({
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`,
    signatureAlgorithm: algorithms.signature,
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  signer.addReference({ xpath: at, transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: algorithms.digest });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${at}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

/** As the browser posts it. */
export const posted = (xml: string): string => Buffer.from(xml).toString('base64');

/** The metadata of a provider with these certificates. */
export const writeMetadata = (
  certificates: string[],
  {
    entity_id = 'https://idp.example.com/metadata',
    at = 'https://idp.example.com',
    wants_signed = false,
  } = {},
) =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entity_id}">` +
  `<!-- as servers write them --><md:IDPSSODescriptor${wants_signed ? ' WantAuthnRequestsSigned="true"' : ''} protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates
    .map(
      (each) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${each}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    )
    .join('')}` +
  `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${at}/logout"/>` +
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${at}/post"/>` +
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${at}/sign-in?tenant=1"/>` +
  `</md:IDPSSODescriptor></md:EntityDescriptor>`;

/** Whether the message in an address is signed with the key of a certificate, which is DER in base64. */
export function isSignedBy(address: string, certificate: string): boolean {
  const { search } = new URL(address);
  const [begin, end] = [search.indexOf('SAMLRe'), search.indexOf('&Signature=')];
  if (end === -1) return false;
  const signature = Buffer.from(decodeURIComponent(search.slice(end + '&Signature='.length)), 'base64');
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`;
  return verify('sha256', Buffer.from(search.slice(begin, end)), pem, signature);
}

/** The query of a signed logout request. */
export function logoutQuery(
  own: SamlOwn,
  signer: Signer,
  now: Date,
  changes: Partial<LogoutTold> = {},
): string {
  const told = {
    issuer: 'https://idp.example.com/metadata',
    name_id: 'ana@example.com',
    destination: own.logout_url,
    made: now,
    id: '_logout',
    session_index: '_session' as string | null,
    algorithm: SHA256.signature,
    ...changes,
  };
  const xml =
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${told.id}" Version="2.0"` +
    ` IssueInstant="${told.made.toISOString()}" Destination="${told.destination}"><saml:Issuer>${told.issuer}</saml:Issuer>` +
    `<saml:NameID>${told.name_id}</saml:NameID>${told.session_index === null ? '' : `<samlp:SessionIndex>${told.session_index}</samlp:SessionIndex>`}</samlp:LogoutRequest>`;
  const message = encodeURIComponent(deflateRawSync(xml).toString('base64'));
  const query = `SAMLRequest=${message}&RelayState=back&SigAlg=${encodeURIComponent(told.algorithm)}`;
  const hash = told.algorithm.endsWith('sha1') ? 'sha1' : 'sha256';
  const signature = createSign(hash).update(query).sign(signer.key, 'base64');
  return `${query}&Signature=${encodeURIComponent(signature)}`;
}

type LogoutTold = {
  issuer: string;
  name_id: string;
  destination: string;
  made: Date;
  id: string;
  /** null: all sessions of that person. */
  session_index: string | null;
  algorithm: string;
};

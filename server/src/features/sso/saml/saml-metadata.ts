import { isLoopback } from '../../../platform/core/loopback.ts';
import { treeOf } from '../../../platform/core/xml-reader.ts';
import { readCertificate } from './saml-certificate.ts';
import type { Certificate } from './saml-certificate.ts';
import { SamlRefusal } from './saml-refusal.ts';
import { NAMESPACES, attributeOf, childrenNamed, escapeXml, isNamed, readXml, textOf } from './saml-xml.ts';

/** What is known of an identity provider: read from its metadata, or typed by hand. */
export type SamlProvider = {
  entity_id: string;
  sign_in_url: string;
  /** Where answers to its logout requests go; null: it offers no single logout. */
  logout_url: string | null;
  certificates: Certificate[];
  /** Takes signed requests alone. */
  wants_signed: boolean;
};

/** What we are to a provider. Each connection has its own, so that an answer for one is worth nothing at another. */
export type SamlOwn = { entity_id: string; acs_url: string; logout_url: string };

export const METADATA_BYTES = 1024 * 1024;
const BOUNDS = { bytes: METADATA_BYTES, tags: 20_000, namespaces: 2_000 };
/** The bound of what is stored. */
export const ENTITY_ID_MAX = 300;
export const MOST_CERTIFICATES = 10;
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const SAML_2 = 'urn:oasis:names:tc:SAML:2.0:protocol';

/** Reads the metadata of one identity provider. What else is in them (other roles, contacts) is left out. */
export function readProviderMetadata(text: string, now: Date): SamlProvider {
  const root = readXml(text.replace(/^\uFEFF/, ''), BOUNDS);
  const entities = treeOf(root).filter(
    (element) => isNamed(element, 'metadata', 'EntityDescriptor') && rolesOf(element).length > 0,
  );
  const [entity] = entities;
  const [role, ...others] = entity ? rolesOf(entity) : [];
  if (!entity || !role) throw new SamlRefusal('no_provider');
  if (entities.length > 1 || others.length) throw new SamlRefusal('no_provider', 'more than one provider');
  const ends = attributeOf(entity, 'validUntil') ?? attributeOf(root, 'validUntil');
  if (ends !== null && !(Date.parse(ends) > now.getTime())) throw new SamlRefusal('expired', ends);
  const sign_in_url = addressOf(role, 'SingleSignOnService', 'Location');
  if (sign_in_url === null) throw new SamlRefusal('no_redirect_binding');
  return {
    entity_id: entityIdOf(attributeOf(entity, 'entityID') ?? ''),
    sign_in_url,
    logout_url:
      addressOf(role, 'SingleLogoutService', 'ResponseLocation') ??
      addressOf(role, 'SingleLogoutService', 'Location'),
    certificates: certificatesOf(role),
    wants_signed: ['true', '1'].includes(attributeOf(role, 'WantAuthnRequestsSigned') ?? ''),
  };
}

const rolesOf = (entity: Element): Element[] =>
  childrenNamed(entity, 'metadata', 'IDPSSODescriptor').filter((role) =>
    (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(SAML_2),
  );

export function entityIdOf(text: string): string {
  const id = text.trim();
  if (id === '' || id.length > ENTITY_ID_MAX) throw new SamlRefusal('no_provider', 'no entity id');
  return id;
}

/** Where the browser is sent: never where others read along, nor to another scheme than the web's. */
export function safeAddress(text: string): string {
  const url = URL.parse(text.trim());
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !secure) throw new SamlRefusal('insecure_address', text);
  return url.href;
}

function addressOf(role: Element, service: string, attribute: string): string | null {
  const offered = childrenNamed(role, 'metadata', service).find(
    (element) => attributeOf(element, 'Binding') === REDIRECT,
  );
  const address = offered ? attributeOf(offered, attribute) : null;
  return address === null ? null : safeAddress(address);
}

function certificatesOf(role: Element): Certificate[] {
  const texts = childrenNamed(role, 'metadata', 'KeyDescriptor')
    .filter((key) => (attributeOf(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => treeOf(key).filter((element) => isNamed(element, 'signature', 'X509Certificate')))
    .map(textOf);
  const known = new Map(texts.map((text) => [text.replaceAll(/\s+/g, ''), text]));
  if (!known.size || known.size > MOST_CERTIFICATES)
    throw new SamlRefusal('certificate_invalid', `${String(known.size)} certificates`);
  return [...known.values()].map(readCertificate);
}

/**
 * What an administrator gives to the provider: who we are, by which key, and where it sends its answers. Whether requests
 * are signed is left out: the provider decides that, and some hold a "no" to be its permission.
 */
export const printOwnMetadata = (
  { entity_id, acs_url, logout_url }: SamlOwn,
  certificate: Buffer,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${NAMESPACES.metadata}" entityID="${escapeXml(entity_id)}">
  <md:SPSSODescriptor WantAssertionsSigned="true" protocolSupportEnumeration="${SAML_2}">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="${NAMESPACES.signature}">
        <ds:X509Data><ds:X509Certificate>${certificate.toString('base64')}</ds:X509Certificate></ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleLogoutService Binding="${REDIRECT}" Location="${escapeXml(logout_url)}"/>
    <md:AssertionConsumerService Binding="${POST}" Location="${escapeXml(acs_url)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;

import { treeOf } from '../../../platform/core/xml-reader.ts';
import { SamlRefusal } from './saml-refusal.ts';
import { NAMESPACES, attributeOf, childNamed, childrenNamed, isNamed } from './saml-xml.ts';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = `${NAMESPACES.signature}enveloped-signature`;

/** What is accepted of signatures; no SHA-1, no HMAC, nothing that picks out a part of what it signs. */
const ALLOWED = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  CanonicalizationMethod: [EXCLUSIVE, INCLUSIVE],
  Transform: [ENVELOPED, EXCLUSIVE, INCLUSIVE],
};

export type SignedParts = { assertion: Element; response_is_signed: boolean };

/**
 * Whether an answer has the one shape that leaves no doubt about what was signed: one assertion, directly below the
 * response, with its own signature as a child; beside it at most the response's. Signature wrapping needs another
 * shape: a second assertion, a signature elsewhere, one that points elsewhere, or an ID that is there twice.
 */
export function signedParts(response: Element): SignedParts {
  const elements = treeOf(response);
  if (!isNamed(response, 'protocol', 'Response')) throw new SamlRefusal('structure', 'no response');
  if (elements.some(({ localName }) => localName === 'EncryptedAssertion'))
    throw new SamlRefusal('encrypted');
  const assertions = elements.filter(({ localName }) => localName === 'Assertion');
  const [assertion] = assertions;
  if (!assertion) throw new SamlRefusal('structure', 'no assertion');
  const isOnly = assertions.length === 1 && assertion.parentNode === response;
  if (!isOnly || !isNamed(assertion, 'assertion', 'Assertion'))
    throw new SamlRefusal('structure', 'not one assertion below the response');
  assertIdsAreUnique(elements);
  const signatures = elements.filter(({ localName }) => localName === 'Signature');
  const own = childNamed(assertion, 'signature', 'Signature');
  const outer = childNamed(response, 'signature', 'Signature');
  if (!own) throw new SamlRefusal('unsigned');
  if (signatures.length !== (outer ? 2 : 1))
    throw new SamlRefusal('structure', 'a signature of another part');
  assertSigns(own, assertion);
  if (outer) assertSigns(outer, response);
  return { assertion, response_is_signed: outer !== null };
}

function assertIdsAreUnique(elements: Element[]): void {
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ localName }) => localName?.toLowerCase() === 'id')
      .map(({ value }) => value),
  );
  if (new Set(ids).size !== ids.length) throw new SamlRefusal('structure', 'an ID is there twice');
}

/** Whether the signature is one of exactly the element that it is in, by methods that are held to be safe. */
function assertSigns(signature: Element, signed: Element): void {
  const info = childNamed(signature, 'signature', 'SignedInfo');
  const references = info ? childrenNamed(info, 'signature', 'Reference') : [];
  const id = attributeOf(signed, 'ID') ?? '';
  const points = references[0] ? attributeOf(references[0], 'URI') : null;
  if (references.length !== 1 || id === '' || points !== `#${id}`)
    throw new SamlRefusal('structure', 'a signature that points elsewhere');
  const parts = treeOf(signature);
  if (parts.some(({ localName }) => localName === 'Object' || localName === 'Manifest'))
    throw new SamlRefusal('structure', 'a signature that brings its own content');
  for (const [name, allowed] of Object.entries(ALLOWED))
    for (const method of parts.filter(({ localName }) => localName === name)) {
      const algorithm = attributeOf(method, 'Algorithm') ?? '';
      if (!allowed.includes(algorithm)) throw new SamlRefusal('algorithm', algorithm);
    }
}

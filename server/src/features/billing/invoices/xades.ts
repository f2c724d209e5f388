import { X509Certificate, createHash } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { element, writeElement } from '../../../platform/core/xml.ts';
import type { Xml } from '../../../platform/core/xml.ts';

/**
 * A signature as Facturae wants it: XAdES-EPES, enveloped, under version 3.1 of its policy, over the whole document, the
 * properties of the signature and the certificate.
 */

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';

/** Its hash is of the document at that address, as those who publish it name it: SHA-1, for the policy is of 2007. */
const POLICY = {
  identifier:
    'http://www.facturae.es/politica_de_firma_formato_facturae/politica_de_firma_formato_facturae_v3_1.pdf',
  description: 'Política de Firma FacturaE v3.1',
  algorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
  digest: 'Ohixl6upD6av8N7pEvDABhEL6hM=',
} as const;

const AT_THE_END = 'append';
const IDS = {
  signature: 'Signature',
  document: 'Signature-Document',
  properties: 'Signature-SignedProperties',
  key: 'Signature-KeyInfo',
} as const;

/** A key of RSA as PEM, and the certificates up to its authority, its own first. */
type Signer = { key: string; chain: string[] };

/** @param at when it is signed, which the signature says */
export function signXades(xml: string, { key, chain }: Signer, at: Date): string {
  const [own = ''] = chain;
  const signer = new SignedXml({
    privateKey: key,
    publicCert: chain.join('\n'),
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: C14N,
    keyInfoAttributes: { Id: IDS.key },
    objects: [{ content: writeElement(propertiesOf(new X509Certificate(own), at)) }],
  });
  signer.addReference({
    xpath: '/*',
    transforms: [ENVELOPED, C14N],
    digestAlgorithm: SHA256,
    uri: '',
    isEmptyUri: true,
    id: IDS.document,
  });
  for (const [id, type] of [[IDS.properties, SIGNED_PROPERTIES], [IDS.key]] as const)
    signer.addReference({
      xpath: `//*[@Id='${id}']`,
      transforms: [C14N],
      digestAlgorithm: SHA256,
      uri: `#${id}`,
      ...(type === undefined ? {} : { type }),
    });
  signer.computeSignature(xml, {
    prefix: 'ds',
    attrs: { Id: IDS.signature },
    location: { reference: '/*', action: AT_THE_END },
  });
  return signer.getSignedXml();
}

const ds = (name: string, content: string | Xml[], attributes?: Record<string, string>) =>
  element(`ds:${name}`, content, attributes);
const xades = (name: string, content: string | Xml[], attributes?: Record<string, string>) =>
  element(`xades:${name}`, content, attributes);
const digested = (algorithm: string, value: string) => [
  ds('DigestMethod', [], { Algorithm: algorithm }),
  ds('DigestValue', value),
];

function propertiesOf(certificate: X509Certificate, at: Date): Xml {
  const digest = createHash('sha256').update(certificate.raw).digest('base64');
  const signed = xades('SignedSignatureProperties', [
    xades('SigningTime', at.toISOString().replace(/\.\d+/, '')),
    xades('SigningCertificate', [
      xades('Cert', [
        xades('CertDigest', digested(SHA256, digest)),
        xades('IssuerSerial', [
          ds('X509IssuerName', nameOf(certificate.issuer)),
          ds('X509SerialNumber', BigInt(`0x${certificate.serialNumber}`).toString()),
        ]),
      ]),
    ]),
    xades('SignaturePolicyIdentifier', [
      xades('SignaturePolicyId', [
        xades('SigPolicyId', [
          xades('Identifier', POLICY.identifier),
          xades('Description', POLICY.description),
        ]),
        xades('SigPolicyHash', digested(POLICY.algorithm, POLICY.digest)),
      ]),
    ]),
    xades('SignerRole', [xades('ClaimedRoles', [xades('ClaimedRole', 'supplier')])]),
  ]);
  const format = xades('DataObjectFormat', [xades('MimeType', 'text/xml')], {
    ObjectReference: `#${IDS.document}`,
  });
  const properties = [signed, xades('SignedDataObjectProperties', [format])];
  return xades('QualifyingProperties', [xades('SignedProperties', properties, { Id: IDS.properties })], {
    'xmlns:xades': XADES,
    'xmlns:ds': DSIG,
    Target: `#${IDS.signature}`,
  });
}

/** The name of an issuer, whose parts are one a line, the widest first, as RFC 2253 writes it. */
const nameOf = (lines: string) => lines.split('\n').toReversed().join(',');

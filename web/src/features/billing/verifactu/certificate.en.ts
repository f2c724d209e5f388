import type { Translation } from '../../../platform/messages/translation.ts';
import type { certificateEs } from './certificate.es.ts';

export const certificateEn: Translation<typeof certificateEs> = {
  title: 'Certificate',
  none: 'Without a certificate, nothing can be sent to the tax agency.',
  add: 'Add certificate',
  replace: 'Replace certificate',
  remove: 'Remove',
  kind: 'Kind',
  kinds: { person: 'Of a person or representative', seal: 'Seal' },
  subject: 'Holder',
  taxId: 'Spanish tax number',
  noTaxId: 'none',
  issuer: 'Issued by',
  serial: 'Serial number',
  validity: 'Validity',
  fromTo: 'From {from} to {to}',
  ended: { title: 'The certificate has expired', body: 'Nothing can be sent until you replace it.' },
  other: {
    title: 'The certificate’s tax number isn’t the issuer’s',
    body: 'The certificate names {named} and the issuer is {issuer}. The tax agency only accepts it if its holder may act for the issuer.',
  },
  giving: {
    title: 'Certificate of the issuer',
    body: 'A PKCS#12 file (.p12 or .pfx) with its private key. It’s stored encrypted and can’t be downloaded.',
    file: 'File',
    choose: 'Choose file',
    drop: 'or drop it here',
    chosen: 'Chosen: {file}',
    fileMissing: 'Choose a file',
    fileSize: 'The file is too large',
    fileKind: 'It has to be a .p12 or .pfx file',
    password: 'Password of the file',
    confirm: 'Save certificate',
    done: 'Certificate saved',
  },
  removing: {
    title: 'Remove the certificate?',
    body: 'Records won’t be sent to the tax agency until you add another.',
    confirm: 'Remove certificate',
    done: 'Certificate removed',
  },
};

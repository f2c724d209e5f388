import { defineTexts } from '../../../platform/messages/define-texts.ts';

export const certificateEs = {
  title: 'Certificado',
  none: 'Sin certificado no se puede enviar nada a la Agencia Tributaria.',
  present: 'Con él se identifica el emisor ante la Agencia Tributaria.',
  nothing: '–',
  add: 'Añadir certificado',
  replace: 'Cambiar certificado',
  remove: 'Quitar',
  kind: 'Tipo',
  kinds: { person: 'De persona o representante', seal: 'De sello' },
  subject: 'Titular',
  taxId: 'NIF',
  noTaxId: 'ninguno',
  issuer: 'Emitido por',
  serial: 'Número de serie',
  validity: 'Validez',
  fromTo: 'Del {from} al {to}',
  ended: { title: 'El certificado ha expirado', body: 'No se puede enviar nada hasta que se ponga otro.' },
  other: {
    title: 'El NIF del certificado no es el del emisor',
    body: 'El certificado nombra {named} y el emisor es {issuer}. La Agencia Tributaria solo lo acepta si su titular es apoderado o colaborador social del emisor.',
  },
  giving: {
    title: 'Certificado del emisor',
    body: 'Un archivo PKCS#12 (.p12 o .pfx) con su clave privada. Se guarda cifrado y no se puede descargar.',
    file: 'Archivo',
    choose: 'Elegir archivo',
    drop: 'o arrástralo aquí',
    chosen: 'Elegido: {file}',
    fileMissing: 'Elige un archivo',
    fileSize: 'El archivo es demasiado grande',
    fileKind: 'Tiene que ser un archivo .p12 o .pfx',
    password: 'Contraseña del archivo',
    confirm: 'Guardar certificado',
    done: 'Certificado guardado',
  },
  removing: {
    title: '¿Quitar el certificado?',
    body: 'Los registros dejarán de enviarse a la Agencia Tributaria hasta que pongas otro.',
    confirm: 'Quitar certificado',
    done: 'Certificado quitado',
  },
} as const;

export const certificateTexts = defineTexts(certificateEs, () =>
  import('./certificate.en.ts').then((file) => file.certificateEn),
);

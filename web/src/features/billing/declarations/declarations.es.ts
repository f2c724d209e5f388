import { defineTexts } from '../../../platform/messages/define-texts.ts';

export const declarationsEs = {
  title: 'Declaración responsable',
  description: 'La de la versión {version} del programa, según el artículo 15 de la Orden HAC/1177/2024.',
  unsignedTitle: 'Nadie ha firmado la declaración responsable de esta versión',
  unsigned: 'La firma quien responde del programa tal como está instalado: léela antes.',
  incomplete:
    'Para firmarla faltan el NIF o la dirección del emisor: INVOICE_ISSUER_TAX_ID, _ADDRESS, _POST_CODE, _TOWN y _PROVINCE en el servidor.',
  signedBy: 'Firmada por {name}',
  signedOn: 'el {day}',
  read: 'Leer y firmar',
  readOnly: 'Leer',
  download: 'Descargar PDF',
  earlier: 'Anteriores',
  earlierOne: 'Versión {version}, firmada por {name}',
  loadFailed: 'No se ha podido cargar la declaración responsable.',
  name: 'Nombre y apellidos de quien firma',
  missing: 'Este campo es obligatorio',
  sign: 'Firmar declaración',
  close: 'Cerrar',
  done: 'Declaración firmada',
} as const;

export const declarationsTexts = defineTexts(declarationsEs, () =>
  import('./declarations.en.ts').then((file) => file.declarationsEn),
);

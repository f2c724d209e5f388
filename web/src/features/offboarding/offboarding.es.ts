import { heldKindsEs } from '@atalaya/contract/offboarding-words.es';
import { defineTexts } from '../../platform/messages/define-texts.ts';

export const offboardingEs = {
  kinds: heldKindsEs,
  offboard: 'Dar de baja',
  onlyChosen: 'Para dar de baja, elige a las personas una a una',
  title: '{count, plural, one {Dar de baja} other {Dar de baja a # personas}}',
  consequence:
    '{count, plural, one {Perderá el acceso ahora mismo y quedará inactiva.} other {Perderán el acceso ahora mismo y quedarán inactivas.}} Nada de lo que termina vuelve, tampoco al activar de nuevo. Queda un recibo firmado.',
  people: 'Personas',
  inactive: 'Inactivo',
  held: 'Lo que terminará',
  nothing: 'No tiene nada que deba terminar.',
  counted: '{kind}: {count}',
  more: '{count} más',
  loading: 'Leyendo lo que tiene cada persona',
  heirHint: 'Recibe los tickets sin resolver de quien se va. Sin nadie, quedan sin asignar.',
  reason: 'Motivo',
  reasonHint: 'Opcional. Aparece en el recibo.',
  failed: 'Error al dar de baja',
  loadFailed: 'No se ha podido leer lo que tiene cada persona.',
  gone: {
    title: 'Persona no disponible',
    text: '{count, plural, one {Esta persona ya no está disponible.} other {Alguna de estas personas ya no está disponible.}}',
    all: 'Ver todos los usuarios',
  },
  close: 'Cerrar',
  done: {
    title: '{count, plural, one {Baja hecha} other {# bajas hechas}}',
    description:
      '{count, plural, one {El recibo dice qué tenía, qué terminó y cuándo, y está firmado. También se encuentra al editar a la persona.} other {Cada recibo dice qué tenía la persona, qué terminó y cuándo, y está firmado. También se encuentran al editar a cada persona.}}',
  },
  receipts: {
    title: 'Recibos de baja',
    when: '{moment}, por {name}',
    pdf: 'Descargar PDF',
    json: 'Descargar JSON',
    pdfOf: 'Descargar PDF: {what}',
    jsonOf: 'Descargar JSON: {what}',
  },
} as const;

export const offboardingTexts = defineTexts(offboardingEs, () =>
  import('./offboarding.en.ts').then((file) => file.offboardingEn),
);

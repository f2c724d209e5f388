import { defineTexts } from '../../../platform/messages/define-texts.ts';

export const exchangeRatesEs = {
  title: 'Tipos de cambio',
  description:
    'Una factura en otra moneda lleva su impuesto en euros, al último tipo publicado hasta el día en que se emite.',
  none: 'Ninguno. Un emisor español los necesita para cobrar impuestos en otra moneda.',
  list: 'Último tipo de cada moneda',
  rate: '1 EUR = {rate} {currency}',
  of: '{source}, {day}',
  old: 'Sin vigencia',
  loadFailed: 'No se han podido cargar los tipos de cambio.',
  close: 'Cerrar',
  give: {
    open: 'Añadir tipo',
    title: 'Añadir tipo de cambio',
    body: 'Las facturas que ya se han emitido conservan el suyo.',
    currency: 'Moneda',
    day: 'Día',
    pickDay: 'Abrir el calendario',
    dayInvalid: 'Escribe un día que no sea posterior a hoy',
    rate: 'Unidades por euro',
    rateInvalid: 'Escribe un tipo como 1,085, con hasta seis decimales',
    source: 'Fuente',
    sourceHint: 'Quién lo publica',
    defaultSource: 'Banco de España',
    missing: 'Este campo es obligatorio',
    save: 'Guardar tipo',
    done: 'Tipo de cambio guardado',
  },
  uploading: {
    open: 'Subir fichero',
    title: 'Subir tipos de cambio',
    file: 'Fichero del Banco Central Europeo',
    choose: 'Elegir fichero',
    instructions: 'o arrástralo aquí',
    busy: 'Leyendo los tipos',
    hint: 'eurofxref en CSV o XML, de un día o de varios, hasta 4 MB.',
    rejected: 'Elige un solo fichero CSV o XML de hasta 4 MB',
    done: '{count, plural, one {# tipo de cambio nuevo} other {# tipos de cambio nuevos}}',
    known: 'Estos tipos ya estaban',
  },
} as const;

export const exchangeRatesTexts = defineTexts(exchangeRatesEs, () =>
  import('./exchange-rates.en.ts').then((file) => file.exchangeRatesEn),
);

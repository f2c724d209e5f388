import { defineTexts } from '../../../platform/messages/define-texts.ts';

export const bankStatementsEs = {
  title: 'Extractos',
  subtitle: 'Extractos bancarios camt.053: qué pagos son de qué facturas.',
  runs: 'Remesas',
  close: 'Cerrar',
  loading: 'Cargando extractos',
  loadFailed: 'No se ha podido cargar',
  none: '–',
  goneTitle: 'Extracto no encontrado',
  gone: 'No existe.',
  all: 'Ver todos los extractos',
  fields: {
    account: 'Cuenta',
    reference: 'Extracto',
    closedOn: 'Fecha',
    opening: 'Saldo inicial',
    closing: 'Saldo final',
    entries: 'Movimientos',
    open: 'Por conciliar',
  },
  list: {
    table: 'Extractos ({total})',
    pages: 'Páginas de extractos',
    empty: 'Ningún extracto',
    emptyAtAll: 'Todavía no hay extractos',
    add: 'Subir extracto',
  },
  uploading: {
    title: 'Subir extracto',
    file: 'Fichero camt.053',
    choose: 'Elegir fichero',
    instructions: 'o arrástralo aquí',
    busy: 'Leyendo el extracto',
    hint: 'XML, hasta 1 MB. Un extracto o un movimiento que ya está no se repite.',
    rejected: 'Elige un solo fichero XML de hasta 1 MB',
    done: '{count, plural, one {# extracto nuevo} other {# extractos nuevos}}',
    known: 'Este extracto ya estaba',
  },
  entry: {
    settled: 'Conciliado: {label}',
    nothing: 'Sin propuesta',
    confirm: 'Confirmar',
    confirmOne: 'Confirmar {what}',
    certain: 'Segura',
    likely: 'Posible',
    return: 'Devolución ({code})',
  },
  kinds: {
    invoice: 'Pago de la factura {label}',
    run: 'Cobro de la remesa {label}',
    debit: 'Cobro de la factura {label}',
    return: 'Devolución de la factura {label}',
  },
  reasons: {
    end_to_end: 'referencia del adeudo',
    run: 'referencia de la remesa e importe',
    reference: 'referencia del pago',
    code: 'número de factura en el concepto',
    account: 'cuenta del cliente e importe',
  },
  confirmAll: 'Confirmar las seguras ({count})',
  confirmed: '{count, plural, one {# movimiento conciliado} other {# movimientos conciliados}}',
} as const;

export const bankStatementsTexts = defineTexts(bankStatementsEs, () =>
  import('./bank-statements.en.ts').then((file) => file.bankStatementsEn),
);

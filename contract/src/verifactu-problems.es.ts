/** What a verifier finds wrong with a record. */
export const verifactuProblemsEs = {
  form: 'no tiene la forma de un registro',
  changed: 'se ha modificado después de escribirse',
  hash: 'su huella no es la de su contenido',
  moved: 'no sigue al registro anterior',
  gap: 'faltan registros antes de este',
  cut: 'la cadena no termina donde debe: faltan los últimos registros',
  unlike: 'no dice lo mismo que su fila en la base de datos',
  missing: 'esta factura no tiene registro',
} as const;

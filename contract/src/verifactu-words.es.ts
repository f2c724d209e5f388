/** What VERI*FACTU says on invoices, and why one is refused. */

export const verifactuWordsEs = {
  above: 'QR tributario:',
  below: 'VERI*FACTU',
  test: 'Entorno de pruebas',
} as const;

/** The agency's rules that are checked before an invoice is issued, in its words or shorter. */
export const verifactuRulesEs = {
  1100: 'el registro tiene más de 12 tipos de impuesto, o ninguno, o un importe de más de doce cifras',
  1104: 'el número de la factura no es correcto',
  1112: 'la fecha de expedición es posterior a hoy',
  1114: 'falta si se rectifica por diferencias o por sustitución',
  1115: 'solo una rectificativa dice cómo rectifica',
  1117: 'solo una rectificativa nombra facturas rectificadas',
  1118: 'falta el importe que se sustituye',
  1119: 'solo una sustitución dice qué importe sustituye',
  1123: 'el NIF no es correcto',
  1124: 'el tipo de IVA no es 0, 4, 10 ni 21 %',
  1130: 'el número de la factura tiene caracteres no permitidos',
  1142: 'la cuota no corresponde a su base y su tipo',
  1143: 'la cuota y su base no tienen el mismo signo',
  1150: 'una factura simplificada no puede pasar de 3.000 €',
  1152: 'la fecha de expedición es anterior al 28 de octubre de 2024',
  1185: 'solo sin identificar al cliente puede ser F2 o R5',
  1189: 'falta el número de identificación fiscal del cliente',
  1190: 'una factura simplificada no identifica al cliente',
  1191: 'por créditos incobrables (R3) el cliente se identifica con NIF',
  1192: 'por concurso (R2) el cliente se identifica con NIF o NIF-IVA',
  1197: 'con inversión del sujeto pasivo la factura tiene que ser completa',
  1207: 'solo una operación sujeta y no exenta tiene cuota',
  1244: 'la hora del registro no tiene el formato correcto',
  2003: 'la huella del registro anterior no es correcta',
  2005: 'el importe total no es la suma de bases y cuotas',
  2006: 'la cuota total no es la suma de las cuotas',
} as const;

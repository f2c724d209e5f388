/** What an invoice lacks to be a Facturae: comes with the refusal, and is said where it would be downloaded. */
export const facturaeGapsEs = {
  kind: 'Una factura simplificada no se entrega a una administración.',
  currency: 'Esta factura no es en euros, y se emitió sin su tipo de cambio.',
  issuer: 'El emisor de Facturae tiene que tener un NIF español.',
  issuer_person:
    'El emisor es una persona, y faltan su nombre y apellidos: INVOICE_ISSUER_PERSON en el servidor.',
  issuer_address:
    'Falta la dirección del emisor: INVOICE_ISSUER_ADDRESS, _POST_CODE, _TOWN y _PROVINCE en el servidor.',
  customer: 'Facturae es para administraciones y entidades con NIF español.',
  customer_address: 'Falta la dirección completa de la empresa, con un código postal de cinco cifras.',
  offices: 'Faltan la oficina contable, el órgano gestor y la unidad tramitadora de la empresa.',
  certificate: 'Falta el certificado del emisor, o no se puede leer: se sube en Registros.',
  certificate_dates: 'El certificado del emisor ha caducado o aún no vale.',
  certificate_key: 'La firma de Facturae necesita un certificado con clave RSA.',
} as const;

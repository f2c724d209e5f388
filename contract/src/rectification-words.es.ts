/** Why an invoice is rectified, by the agency's codes: articles of the law of the tax (Ley 37/1992). */
export const rectificationCodesEs = {
  R1: 'error fundado en derecho, o artículo 80.Uno, Dos y Seis (descuento, devolución u operación sin efecto)',
  R2: 'concurso del cliente (artículo 80.Tres)',
  R3: 'crédito incobrable (artículo 80.Cuatro)',
  R4: 'otro motivo',
  R5: 'factura simplificada',
} as const;

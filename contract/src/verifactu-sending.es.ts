/** What keeps records from being sent, and what there is to do. */
export const verifactuSendingEs = {
  certificate_missing: 'Falta el certificado del emisor. Añádelo para que se envíen.',
  certificate_unusable:
    'El certificado se guardó con otra clave del servidor y no se puede abrir. Vuelve a ponerlo.',
  certificate_expired: 'El certificado del emisor ha expirado. Pon otro para que se envíen.',
  unreachable: 'No se llega al servicio de la Agencia Tributaria. Se vuelve a intentar.',
  unanswered: 'El servicio de la Agencia Tributaria no responde como debe. Se vuelve a intentar.',
  unavailable: 'El servicio de la Agencia Tributaria tiene un problema. Se vuelve a intentar.',
  refused: 'La Agencia Tributaria rechaza el envío entero. Se vuelve a intentar cada hora.',
  clock:
    'El reloj del servidor no va con el de la Agencia Tributaria. Ponlo en hora; se vuelve a enviar cada hora.',
} as const;

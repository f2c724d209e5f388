import type { verifactuSendingEs } from './verifactu-sending.es.ts';

export const verifactuSendingEn: Record<keyof typeof verifactuSendingEs, string> = {
  certificate_missing: 'The issuer’s certificate is missing. Add it so that they’re sent.',
  certificate_unusable:
    'The certificate was stored with another secret of the server and can’t be opened. Add it again.',
  certificate_expired: 'The issuer’s certificate has expired. Replace it so that they’re sent.',
  unreachable: 'The tax agency’s service can’t be reached. It’s tried again.',
  unanswered: 'The tax agency’s service doesn’t answer as it should. It’s tried again.',
  unavailable: 'The tax agency’s service has a problem. It’s tried again.',
  refused: 'The tax agency refuses the whole message. It’s tried again each hour.',
  clock: 'The server’s clock differs from the tax agency’s. Set it right; sending is tried again each hour.',
};

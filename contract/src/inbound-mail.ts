import { defineRoutes } from './route.ts';

export const inboundMailRoutes = defineRoutes({
  receiveMail: {
    method: 'POST',
    path: '/api/inbound-mail',
    summary:
      'A mail in answer to one about a ticket, as it came (RFC 5322), from the mail server that took it: with ' +
      'INBOUND_MAIL_SECRET in `X-Inbound-Mail-Secret`. 404 where mails are not taken, or this one is nobody’s answer',
    access: 'public',
    raw: 'message/rfc822',
    errors: ['session.required', 'object.not_found', 'ticket.wrong_status', 'request.rate_limited'],
  },
});

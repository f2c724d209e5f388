import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { inboundMailRoutes } from '@atalaya/contract/inbound-mail';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { isSameSecret } from '../../../platform/core/token.ts';
import { readWhileSent } from '../../../platform/request/broken-bodies.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { MAIL_BYTES } from './received-mail.ts';
import { receiveMail } from './inbound-mail.service.ts';

/** Of the one mail server, whose strangers' mails cost no more than their headers; those of senders are counted apart. */
const CALLS = { name: 'inbound-mail', max: 3_000, seconds: 60 };

/** The mail server's way in: it has no session, but a secret. */
export async function registerInboundMail(app: App, platform: Platform): Promise<void> {
  await app.register(async (mailed) => {
    mailed.addHook('onSend', answerAtOnce);
    // Left as it comes: how much of it is read is decided while it is read.
    mailed.addContentTypeParser('message/rfc822', (_request, _body, done) => done(null));
    defineRoute(
      mailed,
      platform,
      inboundMailRoutes.receiveMail,
      async ({ request, origin }) => {
        if (!platform.config.inboundMail) throw new AppError('request.not_found');
        if (!hasSecret(request, platform.config.inboundMail.secret)) throw new AppError('session.required');
        if (!/^message\/rfc822\b/i.test(request.headers['content-type'] ?? ''))
          throw new AppError('request.unsupported_media');
        const chunks: AsyncIterator<Buffer> = request.raw.iterator({ destroyOnReturn: false });
        const whileSent = <T>(read: () => Promise<T>) => readWhileSent(request, read);
        await receiveMail(platform, origin, { chunks, whileSent });
      },
      { limit: CALLS },
    );
  });
}

/**
 * An answer that is known before all of a mail has come is written at once, and ends when the rest is dropped: a
 * connection that is closed while its client still sends may lose the answer.
 */
async function answerAtOnce(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (raw.complete) return payload;
  if (typeof payload !== 'string') {
    await letPass(raw);
    return payload;
  }
  reply.header('content-length', Buffer.byteLength(payload));
  return Readable.from(
    (async function* () {
      yield payload;
      await letPass(raw);
    })(),
  );
}

async function letPass(mail: IncomingMessage): Promise<void> {
  let size = 0;
  const left: AsyncIterator<Buffer> = mail.iterator({ destroyOnReturn: false });
  while (size < MAIL_BYTES) {
    const next = await left.next().catch(() => null);
    if (!next || next.done) return;
    size += next.value.length;
  }
}

function hasSecret(request: FastifyRequest, secret: string): boolean {
  const given = request.headers['x-inbound-mail-secret'];
  return typeof given === 'string' && isSameSecret(given, secret);
}

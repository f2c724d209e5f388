import { createHash, timingSafeEqual } from 'node:crypto';
import { inboundMailRoutes } from '@atalaya/contract/inbound-mail';
import type { FastifyRequest } from 'fastify';
import { defineRoute } from '../../platform/define-route.ts';
import type { App } from '../../platform/define-route.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { receiveMail } from './inbound-mail.service.ts';

/** Bytes of a whole mail; its files are encoded, which makes them a third larger. */
const MAIL_BYTES = 15 * 1024 * 1024;
const CALLS = { name: 'inbound-mail', max: 600, seconds: 60 };

/** The mail server's way in: it has no session, but a secret. */
export async function registerInboundMail(app: App, platform: Platform): Promise<void> {
  const mails = new WeakMap<FastifyRequest, Buffer>();
  const isTrusted = (request: FastifyRequest) =>
    hasSecret(request, platform.config.inboundMail?.secret ?? null);
  await app.register(async (mailed) => {
    // Read only for whoever has the secret: a stranger's bytes are not worth the memory.
    mailed.addContentTypeParser(
      'message/rfc822',
      async (request: FastifyRequest, body: AsyncIterable<Buffer>) => {
        if (isTrusted(request)) mails.set(request, await readAll(body));
      },
    );
    const handle = async (request: FastifyRequest, origin: Parameters<typeof receiveMail>[1]) => {
      if (!platform.config.inboundMail) throw new AppError('request.not_found');
      if (!isTrusted(request)) throw new AppError('session.required');
      const raw = mails.get(request);
      if (!raw) throw new AppError('request.unsupported_media');
      await receiveMail(platform, origin, raw);
    };
    defineRoute(
      mailed,
      platform,
      inboundMailRoutes.receiveMail,
      ({ request, origin }) => handle(request, origin),
      {
        limit: CALLS,
      },
    );
  });
}

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAIL_BYTES) throw new AppError('request.too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Compared by their digests, which takes the same time wherever they differ. */
function hasSecret(request: FastifyRequest, secret: string | null): boolean {
  const given = request.headers['x-inbound-mail-secret'];
  if (secret === null || typeof given !== 'string') return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

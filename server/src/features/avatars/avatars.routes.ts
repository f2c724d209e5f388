import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../platform/define-route.ts';
import { AppError } from '../../platform/errors.ts';
import { identicon } from './identicon.ts';

/** Pixels (specification, sections 2 and 9): the default, and the largest that is drawn. */
const DEFAULT_SIZE = 80;
const LARGEST = 512;

const params = z.object({
  /** MD5 or SHA-256 of the trimmed, lower-cased e-mail; absent for the blank picture. */
  picture: z
    .string()
    .regex(/^([0-9a-f]{32,64})?(\.(svg|png))?$/i)
    .default(''),
});
const query = z.strictObject({
  s: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(LARGEST))
    .default(DEFAULT_SIZE),
  d: z.literal('identicon').optional(),
  r: z.literal('g').optional(),
});

/** The pictures of people without one of their own: drawn here, asked of nobody else. */
export function registerAvatars(app: App): void {
  app.get('/avatar/', sendIdenticon);
  app.get('/avatar/:picture', sendIdenticon);
}

async function sendIdenticon(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const named = params.safeParse(request.params);
  if (!named.success) throw new AppError('request.not_found');
  const asked = query.safeParse(request.query);
  if (!asked.success) throw new AppError('request.invalid');
  const [hash = '', format] = named.data.picture.toLowerCase().split('.');
  const drawn = identicon(hash, asked.data.s, format === 'png' ? 'png' : 'svg');
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    etag: drawn.etag,
  });
  if (request.headers['if-none-match'] === drawn.etag) return reply.code(304).send();
  return reply.type(drawn.type).send(drawn.body);
}

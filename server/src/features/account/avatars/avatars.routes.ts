import { profileRoutes } from '@atalaya/contract/profile';
import { userAccessRoutes } from '@atalaya/contract/user-access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { takeFromClient } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { acceptUploads } from '../../../platform/uploads/read-upload.ts';
import { readAvatar } from './avatar-files.service.ts';
import type { AvatarFile } from './avatar-files.service.ts';
import { registerAvatarJobs } from './avatars.jobs.ts';
import { removeAvatar, removeUserAvatar, uploadAvatar } from './avatars.service.ts';
import { identiconPng, identiconSvg } from './identicon.ts';

/** Pixels: the default, and the largest that is drawn. */
const DEFAULT_SIZE = 80;
const LARGEST = 512;

/**
 * Pixels of the PNGs that are drawn: another size is answered with the nearest, so that no client makes the server
 * draw each person in five hundred sizes. An SVG costs the same at any size.
 */
const PNG_SIZES = [16, 32, 48, 64, 80, 96, 128, 160];
/** PNGs of one client address: drawing one takes a thread a millisecond or two. */
const PNGS: Limit = { name: 'identicons', max: 600, seconds: 60 };

/** A picture never changes under its address, and runs nothing even where it is opened as a page. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
};

const TYPES = { svg: 'image/svg+xml', png: 'image/png' };

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

/** The pictures of people without one of their own: drawn here, without a request to another service. */
function registerIdenticons(app: App, platform: Platform): void {
  // Too small to gain by compression, which would cost more than drawing them.
  const options = { compress: false as const, decompress: false as const };
  const sendIdenticon = async (request: FastifyRequest, reply: FastifyReply) => {
    const { hash, size, format } = askedFor(request);
    if (format === 'png') await takeFromClient(platform, PNGS, request.ip);
    // What is drawn names the picture: it is the same for ever.
    const etag = `"${hash}-${size}.${format}"`;
    reply.headers({ ...HEADERS, etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type(TYPES[format]);
    return format === 'svg' ? identiconSvg(hash, size) : identiconPng(hash, size);
  };
  app.get('/avatar/', options, sendIdenticon);
  app.get('/avatar/:picture', options, sendIdenticon);
}

/** Pictures: drawn ones, and those that people upload. */
export async function registerAvatars(app: App, platform: Platform): Promise<void> {
  registerIdenticons(app, platform);
  app.get<{ Params: AvatarFile }>('/avatars/:person/:picture/:name', async (request, reply) => {
    const bytes = await readAvatar(platform, request.params);
    if (!bytes) throw new AppError('request.not_found');
    return reply.headers(HEADERS).type('image/webp').send(bytes);
  });
  // Uploads are taken by this one route: every other refuses multipart bodies.
  await app.register(async (uploads) => {
    await acceptUploads(uploads);
    defineRoute(uploads, platform, profileRoutes.uploadAvatar, ({ by, session, request }) =>
      uploadAvatar(platform, by, session, request),
    );
  });
  defineRoute(app, platform, profileRoutes.removeAvatar, ({ by, session }) =>
    removeAvatar(platform, by, session),
  );
  defineRoute(app, platform, userAccessRoutes.removeUserAvatar, ({ by, params }) =>
    removeUserAvatar(platform, by, params.id),
  );
  registerAvatarJobs(platform);
}

type Asked = { hash: string; size: number; format: 'svg' | 'png' };

function askedFor(request: FastifyRequest): Asked {
  const named = params.safeParse(request.params);
  if (!named.success) throw new AppError('request.not_found');
  const asked = query.safeParse(request.query);
  if (!asked.success) throw new AppError('request.invalid');
  const [hash = '', ending] = named.data.picture.toLowerCase().split('.');
  const format = ending === 'png' ? 'png' : 'svg';
  return { hash, format, size: format === 'png' ? nearest(asked.data.s) : asked.data.s };
}

const nearest = (size: number) =>
  PNG_SIZES.reduce((best, each) => (Math.abs(each - size) < Math.abs(best - size) ? each : best));

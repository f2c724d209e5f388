import { ERRORS } from '@atalaya/contract/errors';
import type { ErrorBody, ErrorCode } from '@atalaya/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, isTooSlow, isUnavailable } from '../core/errors.ts';

/** Seconds after which a client may ask again when the database was not there. */
const RETRY_SECONDS = '2';

/** What an answer says of its own body. */
const OF_THE_ANSWER = ['content-encoding', 'content-length', 'content-disposition', 'etag', 'last-modified'];

/** Turns any thrown error into a refusal that has a code: no part of the error itself reaches the client. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error))
    return new AppError('server.unavailable', { headers: { 'retry-after': RETRY_SECONDS }, details: error });
  if (isTooSlow(error)) return new AppError('database.too_slow', { details: error });
  const status = statusOf(error);
  if (status === 413) return new AppError('request.too_large');
  if (status === 415) return new AppError('request.unsupported_media');
  if (status === 404) return new AppError('request.not_found');
  if (status === 405) return new AppError('request.method_not_allowed');
  if (status === 429) return new AppError('request.rate_limited');
  if (status === 503)
    return new AppError('server.unavailable', { headers: { 'retry-after': RETRY_SECONDS } });
  if (status >= 400 && status < 500) return new AppError('request.invalid');
  return new AppError('server.failed', { details: error });
}

function statusOf(error: unknown): number {
  const status = error instanceof Error ? (error as Partial<FastifyError>).statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}

/** The body of a refusal. */
export function bodyOf(refusal: AppError, request_id: string): ErrorBody {
  const { params, fields, current, refused } = refusal.options;
  return {
    code: refusal.code,
    ...(params ? { params } : {}),
    ...(fields ? { fields } : {}),
    ...(current === undefined ? {} : { current }),
    ...(refused ? { refused } : {}),
    request_id,
  };
}

/** Answers a request with a refusal, and keeps its code for the request's line in the log. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  request.refusal = { code: refusal.code, details: refusal.options.details };
  // Those of the file whose stream failed before its first byte: they are not this answer's.
  for (const name of OF_THE_ANSWER) reply.removeHeader(name);
  return reply
    .code(refusal.status)
    .headers({ 'cache-control': 'no-store', ...refusal.options.headers })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(refusal, request.id));
}

/** A refusal written straight to a connection that never became a request. */
export function rawRefusal(code: ErrorCode): string {
  const body = JSON.stringify({ code, request_id: '' } satisfies ErrorBody);
  return [
    `HTTP/1.1 ${ERRORS[code]} ${code}`,
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

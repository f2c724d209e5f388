import type { RouteName } from '@atalaya/contract/api';
import { WITHOUT_BODY } from '@atalaya/contract/client-paths';
import type { ErrorBody, ErrorCode, FieldProblem } from '@atalaya/contract/errors';
import { errorsEs, fieldErrorsEs } from '../messages/errors.es.ts';
import { ApiError, type Failure } from './api-error.ts';

/** What came back, from our server or from anything in between. */
export type RawAnswer = {
  status: number;
  text: string;
  /** It comes from another address than the one that was asked, such as the sign-in page of a proxy. */
  redirected: boolean;
};

/** The status with which a route answers without a body; undefined: its answer always has one. */
const emptyStatusOf = (name: RouteName): number | undefined =>
  (WITHOUT_BODY as Partial<Record<RouteName, number>>)[name];

/**
 * The body of an answer; undefined where the route has none by design.
 *
 * @throws ApiError for any other answer: with the server's code where it has one, else with one for what was met on
 * the way
 */
export function readAnswer(name: RouteName, { status, text, redirected }: RawAnswer): object | undefined {
  const body = parsed(text);
  if (redirected) throw new ApiError(status, { code: 'network.unreadable' });
  if (text === '' && status === emptyStatusOf(name)) return undefined;
  if (status >= 200 && status < 300) {
    if (body === null) throw new ApiError(status, { code: 'network.unreadable' });
    return body;
  }
  throw new ApiError(status, failureIn(status, body));
}

/** Why there is no file, from what came in its place. */
export const failureOf = (status: number, text: string) =>
  new ApiError(status, failureIn(status, parsed(text)));

/** A web page, an empty or cut body, or a bare value: null. */
function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function failureIn(status: number, body: object | null): Failure {
  const { code, params, fields, current, refused, request_id } = (body ?? {}) as Record<string, unknown>;
  if (!isErrorCode(code)) return { code: codeOfStatus(status) };
  return {
    code,
    params: typeof params === 'object' && params !== null ? (params as NonNullable<ErrorBody['params']>) : {},
    fields: Array.isArray(fields) ? fields.filter(isFieldProblem) : [],
    current,
    ...(isRefused(refused) ? { refused } : {}),
    ...(typeof request_id === 'string' ? { request_id } : {}),
  };
}

function isFieldProblem(value: unknown): value is FieldProblem {
  const { field, code } = (value ?? {}) as Record<string, unknown>;
  return typeof field === 'string' && typeof code === 'string' && Object.hasOwn(fieldErrorsEs, code);
}

function isRefused(value: unknown): value is NonNullable<ErrorBody['refused']> {
  const { total, rows } = (value ?? {}) as Record<string, unknown>;
  return typeof total === 'number' && Array.isArray(rows) && rows.every(isRefusedRow);
}

function isRefusedRow(value: unknown): boolean {
  const { id, name, code } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string' && isErrorCode(code);
}

/** Each code has a text, which is here anyway: their list would be as long again. */
function isErrorCode(code: unknown): code is ErrorCode {
  if (typeof code !== 'string') return false;
  const noun = code.slice(0, code.indexOf('.'));
  const texts = (errorsEs as Record<string, object>)[noun];
  return (
    texts !== undefined && Object.hasOwn(errorsEs, noun) && Object.hasOwn(texts, code.slice(noun.length + 1))
  );
}

/** What proxies and balancers mean by a status of their own; of the rest nothing can be told. */
function codeOfStatus(status: number): Failure['code'] {
  if (status === 413) return 'request.too_large';
  if (status === 429) return 'request.rate_limited';
  if (status === 502 || status === 503 || status === 504) return 'server.unavailable';
  return status >= 500 ? 'server.failed' : 'network.unreadable';
}

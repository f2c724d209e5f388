import type { ErrorBody, ErrorCode, FieldProblem } from '@atalaya/contract/errors';

/** Codes of the browser's own: the request never reached the server, or its answer made no sense or never came. */
export type ClientCode = 'network.offline' | 'network.unreadable' | 'network.silent';

/** What is known of a call that failed. */
export type Failure = Partial<Omit<ErrorBody, 'code'>> & { code: ErrorCode | ClientCode; current?: unknown };

/** A refused or failed call. `code` has a text in every language; `request_id` finds it in the server's log. */
export class ApiError extends Error {
  readonly code: ErrorCode | ClientCode;
  /** HTTP status, 0 where no answer came. */
  readonly status: number;
  readonly params: Record<string, string | number>;
  readonly fields: readonly FieldProblem[];
  readonly request_id: string | null;
  /** The values that the server has, with `object.stale`. */
  readonly current: unknown;
  /** What a bulk action may not change, where it changed nothing for that. */
  readonly refused: ErrorBody['refused'];

  constructor(status: number, body: Failure) {
    super(body.code);
    this.name = 'ApiError';
    this.code = body.code;
    this.status = status;
    this.params = body.params ?? {};
    this.fields = body.fields ?? [];
    this.request_id = body.request_id ?? null;
    this.current = body.current;
    this.refused = body.refused;
  }
}

export function isApiError(error: unknown, code?: ApiError['code']): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** Whether the same call may succeed later: no refusal, but something between us and the server, or its own fault. */
export function isTransient(error: unknown): boolean {
  return (
    !isApiError(error) ||
    error.status === 0 ||
    error.status === 408 ||
    error.status >= 500 ||
    isApiError(error, 'network.unreadable')
  );
}

import { ERRORS } from '@atalaya/contract/errors';
import type { ErrorBody, ErrorCode, FieldProblem } from '@atalaya/contract/errors';

export type AppErrorOptions = {
  params?: Record<string, string | number>;
  fields?: FieldProblem[];
  /** With 'object.stale': the values that are stored now. */
  current?: unknown;
  /** Of a bulk action: what it may not change. */
  refused?: ErrorBody['refused'];
  /** Headers of the answer, such as Retry-After. */
  headers?: Record<string, string>;
  /** For the log alone: never sent. */
  details?: unknown;
};

/** A refusal that has a name. Services throw it; the code decides the status (contract/src/errors.ts). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code];
    this.options = options;
  }
}

/** Whether the database stopped a statement that took longer than it lets any: nothing of its transaction was kept. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

/** SQLSTATE classes and codes of a database that cannot serve any statement now. */
const UNAVAILABLE_SQLSTATE = /^(08...|57P0[1-5]|53...|25006|XX001)$/;
const UNAVAILABLE_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOSPC',
]);
// pg gives these no code.
const UNAVAILABLE_MESSAGE =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Cannot use a pool after calling end|the database does not answer)/;

/** Whether an error says that the database or the disk cannot be reached or is full, rather than a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The embedded database's socket is a file.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return (
    UNAVAILABLE_SYSTEM.has(code) || UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_MESSAGE.test(error.message)
  );
}

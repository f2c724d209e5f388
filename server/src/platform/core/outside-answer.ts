import { RefusedAddress } from './guarded-fetch.ts';

/** What comes of a request to an address that people have typed, where it comes to nothing. */
export type UnansweredProblem = 'address' | 'timeout' | 'certificate' | 'connection';

const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/;

/** Why there is no answer. `isLate`: its time was over. */
export function problemOfError(error: unknown, isLate: boolean): UnansweredProblem {
  if (error instanceof RefusedAddress) return 'address';
  if (isLate) return 'timeout';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CERTIFICATE.test(code) ? 'certificate' : 'connection';
}

/** The longest that a receiver may ask us to wait, in seconds. */
const RETRY_AFTER_MAX = 86_400;

/** Seconds, of a Retry-After that names seconds or a date. */
export function retryAfter(header: string | null): number {
  if (!header) return 0;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX) : 0;
}

/** Seconds of a pause, a tenth more or less: what failed together does not come again together. */
export const jittered = (seconds: number) => seconds * (1 + JITTER * (2 * Math.random() - 1));
const JITTER = 0.1;

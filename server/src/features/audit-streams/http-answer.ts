import { retryAfter } from '../../platform/core/outside-answer.ts';
import type { Said } from './sink.ts';

/** Statuses by which a receiver refuses what was sent, now and later. */
const REFUSALS = new Set([400, 413, 415, 422]);

/** What an answer by HTTP says of what was sent; `text` is its body. */
export function saidBy({ status, headers }: Response, text: string): Said {
  return {
    problem: problemOfStatus(status),
    status,
    answer: text,
    retry_after: retryAfter(headers.get('retry-after')),
  };
}

function problemOfStatus(status: number): Said['problem'] {
  if (status >= 200 && status < 300) return null;
  if (REFUSALS.has(status)) return 'refused';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

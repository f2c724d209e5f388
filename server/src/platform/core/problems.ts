import type { FieldCode, FieldProblem } from '@atalaya/contract/errors';
import type { z } from 'zod';

/** More are not told: a body can hold thousands of unknown fields. */
const MOST = 50;

/** What zod refused in one part of a request ('params', 'query', 'body'), as fields the browser can point at. */
export function fieldProblems(part: string, error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap((issue) => problemsOf(part, issue)).slice(0, MOST);
}

function problemsOf(part: string, issue: z.core.$ZodIssue): FieldProblem[] {
  const field = [part, ...issue.path.map(String)].join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MOST).map((key) => ({ field: `${field}.${key}`, code: 'unknown' }));
  if (issue.code === 'too_big') return [tooMuch(field, issue)];
  if (issue.code === 'too_small') return [tooLittle(field, issue)];
  return [{ field, code: codeOf(issue) }];
}

function tooMuch(field: string, issue: z.core.$ZodIssueTooBig): FieldProblem {
  const code = hasLength(issue.origin) ? 'too_long' : 'too_big';
  return { field, code, params: { max: Number(issue.maximum) } };
}

function tooLittle(field: string, issue: z.core.$ZodIssueTooSmall): FieldProblem {
  if (!hasLength(issue.origin)) return { field, code: 'too_small', params: { min: Number(issue.minimum) } };
  if (Number(issue.minimum) === 1) return { field, code: 'required' };
  return { field, code: 'too_short', params: { min: Number(issue.minimum) } };
}

function codeOf(issue: z.core.$ZodIssue): FieldCode {
  if (issue.message === 'invalid_email') return 'invalid_email';
  if (issue.code === 'custom' && issue.message === 'required') return 'required';
  // The input is told by `reportInput`; what is not there at all is missing rather than wrong.
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  return 'invalid';
}

const hasLength = (origin: string) => origin === 'string' || origin === 'array';

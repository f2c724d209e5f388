import type { FieldProblem } from '@atalaya/contract/errors';
import { ApiError } from '../platform/api/api-error.ts';

/** What the server refused, by the name of the field: 'body.email' becomes 'email', the first problem of each. */
export function fieldProblems(error: unknown): ReadonlyMap<string, FieldProblem> {
  const problems = error instanceof ApiError ? error.fields : [];
  const byName = new Map<string, FieldProblem>();
  for (const problem of problems) {
    const name = problem.field.replace(/^(body|query|params)\./, '');
    if (!byName.has(name)) byName.set(name, problem);
  }
  return byName;
}

import { expect, test } from 'vitest';
import { ApiError } from '../platform/api/api-error.ts';
import { fieldProblems } from './use-form-send.ts';

test("the server's problems come under the names of the form's fields, the first of each", () => {
  const error = new ApiError(400, {
    code: 'request.invalid',
    fields: [
      { field: 'body.email', code: 'invalid_email' },
      { field: 'body.email', code: 'too_long' },
      { field: 'body.address.city', code: 'required' },
      { field: 'query.page', code: 'too_big' },
    ],
  });
  expect([...fieldProblems(error)].map(([name, { code }]) => [name, code])).toEqual([
    ['email', 'invalid_email'],
    ['address.city', 'required'],
    ['page', 'too_big'],
  ]);
});

test.each([new Error('x'), null, undefined])('%j names no field', (error) => {
  expect(fieldProblems(error).size).toBe(0);
});

import { isEmail } from '@atalaya/contract/email-address';
import { expect, test } from 'vitest';
import { parseEmails } from './parse-emails.ts';

test.each([
  ['ana@empresa.com\nluis@empresa.com', ['ana@empresa.com', 'luis@empresa.com']],
  [
    'ana@empresa.com, luis@empresa.com;eva@empresa.com',
    ['ana@empresa.com', 'luis@empresa.com', 'eva@empresa.com'],
  ],
  ['\uFEFFNombre;Email\r\nAna;ana@empresa.com\r\n', ['ana@empresa.com']],
  ['Ana López <ana@empresa.com>', ['ana@empresa.com']],
  ['"ana@empresa.com","Ana"', ['ana@empresa.com']],
  ['anaempresa.com', ['anaempresa.com']],
  ['\n \n', []],
])('%j holds %j', (text, emails) => {
  expect(parseEmails(text)).toEqual(emails);
});

test.each([
  ['ana@empresa.com', true],
  [' ana@empresa.com ', true],
  ['ana@empresa', false],
  ['ana empresa@x.com', false],
  ['@empresa.com', false],
])('%j is an address: %s', (value, is) => {
  expect(isEmail(value)).toBe(is);
});

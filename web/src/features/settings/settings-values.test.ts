import { describe, expect, test } from 'vitest';
import { domainsOf, isDomain, isHours } from './settings-values.ts';

describe('domains as people type them', () => {
  test.each([
    ['', []],
    [' Acme.com\n@b.test, c.test;acme.com ', ['acme.com', 'b.test', 'c.test']],
  ])('%j', (typed, domains) => {
    expect(domainsOf(typed)).toEqual(domains);
  });

  test.each([
    ['acme.com', true],
    ['a.b.acme.com', true],
    ['acme', false],
    ['-acme.com', false],
    ['ácme.com', false],
    ['ana@acme.com', false],
  ])('%s is one: %s', (domain, is) => {
    expect(isDomain(domain)).toBe(is);
  });
});

test.each([
  ['1', true],
  ['24', true],
  ['25', false],
  ['0', false],
  ['1,5', false],
  ['-1', false],
])('%s hours of 24: %s', (typed, is) => {
  expect(isHours(typed, 24)).toBe(is);
});

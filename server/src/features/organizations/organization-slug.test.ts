import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeSlug, isReserved, slugOf } from './organization-slug.ts';

// V7
test.each([
  ['Acme', 'acme'],
  ['  Señales & Ñandú, S.L. ', 'senales-nandu-sl'],
  ['Straße Øst', 'strasse-ost'],
  ['A - - B', 'a-b'],
  ['--Acme--', 'acme'],
  ['Ａｃｍｅ ２', 'acme-2'],
  ['ñ', 'n'],
  ['🦊', 'empresa'],
  ['株式会社', 'empresa'],
  ['...', 'empresa'],
  ['x'.repeat(120), 'x'.repeat(72)],
])('%s becomes %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

// V7
test.each([
  ['acme', [], 'acme'],
  ['acme', ['acme'], 'acme-2'],
  ['acme', ['acme', 'acme-2', 'acme-4'], 'acme-3'],
  ['acme', ['acme-2'], 'acme'],
  ['admin', [], 'admin-2'],
  ['empresa', ['empresa'], 'empresa-2'],
])('%s beside %j is %s', (slug, taken, free) => {
  expect(freeSlug(slug, new Set(taken))).toBe(free);
});

// V7
test('whatever the name, the slug is one that the database takes, free and not reserved', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.boolean(), (name, isTaken) => {
      const base = slugOf(name);
      const slug = freeSlug(base, new Set(isTaken ? [base] : []));
      expect(slug).toMatch(/^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?$/);
      expect(isReserved(slug)).toBe(false);
      expect(isTaken && slug === base).toBe(false);
    }),
  );
});

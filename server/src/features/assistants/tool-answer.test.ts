import { expect, test } from 'vitest';
import { bounded, marked } from './tool-answer.ts';

// MCP10
test('what is short is whole', () => {
  expect(bounded({ items: [1, 2] })).toEqual({ json: '{"items":[1,2]}', left_off: [] });
});

// MCP10
test('long texts are cut first, then the end of the longest list', () => {
  const texts = bounded({ body: 'x'.repeat(50_000), items: [1] });
  expect(JSON.parse(texts.json)).toEqual({ body: `${'x'.repeat(2_000)}…`, items: [1] });
  const rows = bounded({
    few: [1],
    items: Array.from({ length: 4_000 }, (_, id) => ({ id, name: 'un nombre que se lee bien' })),
  });
  const cut = JSON.parse(rows.json) as { few: number[]; items: { id: number }[] };
  expect(cut.few).toEqual([1]);
  expect(cut.items.at(0)?.id).toBe(0);
  expect(cut.items.length).toBe(500);
  expect(rows.left_off).toEqual([expect.stringContaining('ask for the next page')]);
  expect(texts.left_off).toEqual(['texts are cut to 2,000 characters']);
});

// MCP10
test('what cannot be cut is not shown', () => {
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`field${nth}`, nth]));
  expect(bounded(wide)).toEqual({
    json: 'null',
    left_off: ['it is too long to be shown: ask for less of it'],
  });
});

// MCP10
test('what was left off is said outside of the marks', () => {
  const text = marked({ json: '1', left_off: ['rows'] });
  expect(text).toMatch(/<data-(\w{32})>\n1\n<\/data-\1>\nLeft off: rows\.$/);
});

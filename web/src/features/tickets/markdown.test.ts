import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Block, type Inline, parseMarkdown } from './markdown.ts';

const text = (value: string): Inline => ({ kind: 'text', text: value });
const paragraph = (...parts: Inline[]): Block => ({ kind: 'paragraph', lines: [parts] });
const link = (address: string, label = address): Inline => ({
  kind: 'link',
  address,
  children: [text(label)],
});

test.each<[string, Block[]]>([
  ['', []],
  ['hola', [paragraph(text('hola'))]],
  [
    '**a** *b* _c_',
    [
      paragraph(
        { kind: 'strong', children: [text('a')] },
        text(' '),
        { kind: 'emphasis', children: [text('b')] },
        text(' '),
        { kind: 'emphasis', children: [text('c')] },
      ),
    ],
  ],
  ['`**a**`', [paragraph({ kind: 'code', text: '**a**' })]],
  ['2 * 3 * 4, snake_case_name', [paragraph(text('2 * 3 * 4, snake_case_name'))]],
  ['[guía](https://a.test/b?c=1)', [paragraph(link('https://a.test/b?c=1', 'guía'))]],
  ['ver https://a.test/b.', [paragraph(text('ver '), link('https://a.test/b'), text('.'))]],
  ['a\nb\n\nc', [{ kind: 'paragraph', lines: [[text('a')], [text('b')]] }, paragraph(text('c'))]],
  [
    '- a\n- b\n1. c',
    [
      { kind: 'list', ordered: false, items: [[text('a')], [text('b')]] },
      { kind: 'list', ordered: true, items: [[text('c')]] },
    ],
  ],
  ['```js\n<b>\n- x\n```\nfin', [{ kind: 'code', text: '<b>\n- x' }, paragraph(text('fin'))]],
])('%j', (source, blocks) => {
  expect(parseMarkdown(source)).toEqual(blocks);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,a)',
  '[x](//a.test)',
  'javascript:alert(1)',
])('%s stays text', (source) => {
  expect(parseMarkdown(source)).toEqual([paragraph(text(source))]);
});

function addressesOf(parts: Inline[]): string[] {
  return parts.flatMap((part) => [
    ...(part.kind === 'link' ? [part.address] : []),
    ...('children' in part ? addressesOf(part.children) : []),
  ]);
}

test('whatever is written, every link goes to http(s)', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '*',
    '**',
    '_',
    '`',
    '```',
    '\n',
    '- ',
    'http://a',
    'https://',
    'javascript:',
    '<',
    'ñ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const block of parseMarkdown(pieces.join(''))) {
        const parts = block.kind === 'code' ? [] : (block.kind === 'list' ? block.items : block.lines).flat();
        for (const address of addressesOf(parts)) expect(address).toMatch(/^https?:\/\//);
      }
    }),
  );
});

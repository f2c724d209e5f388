import { describe, expect, test } from 'vitest';
import { kitSections } from './kit-sections.ts';
import { propsOf } from './props-of.ts';

/** What only another part of the kit is made of. */
const INNER = ['Calendar', 'DataTableBody', 'DataTableHeader', 'DataTableRow', 'DayInput', 'FieldMessage'];
/** Props that show nothing: for forms, the address bar, and the layout around. */
const UNSEEN = ['children', 'className', 'labels', 'name', 'required', 'storageKey', 'initialFocus', 'role'];

const sources = import.meta.glob<string>('../../../../ui/src/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const parts = Object.entries(sources)
  .filter(([path]) => !path.endsWith('.test.tsx'))
  .flatMap(([path, source]) =>
    [...source.matchAll(/^export function ([A-Z]\w+)/gm)].map(([, name = '']) => ({ path, name, source })),
  );
const examples = import.meta.glob('../../../../ui/src/examples/*-example.tsx', {
  query: '?raw',
  import: 'default',
});
const shown = await Promise.all(
  kitSections.map(async ({ key, code, parts: named }) => ({
    key,
    code: (await code()).default,
    parts: await Promise.all(
      Object.entries(named).map(async ([name, source]) => ({ name, source: (await source()).default })),
    ),
  })),
);

test('every part of the kit has its example on the page', () => {
  const missing = parts.filter(
    ({ name }) =>
      !INNER.includes(name) &&
      !shown.some(
        ({ code, parts: named }) => named.some((part) => part.name === name) || code.includes(`<${name}`),
      ),
  );
  expect(parts.length).toBeGreaterThan(35);
  expect(missing.map(({ path, name }) => `${name} of ${path}`)).toEqual([]);
});

test('every example stands on the page', () => {
  expect(shown).toHaveLength(Object.keys(examples).length);
});

/** What a part can be told, and the words that each of its choices is told by. */
function statesOf(name: string, source: string): string[] {
  const props = propsOf(source, name).filter(
    (prop) => !UNSEEN.includes(prop.name) && !/^on[A-Z]/.test(prop.name) && !prop.type.includes('=>'),
  );
  const words = props.flatMap(({ type }) => {
    const alias = new RegExp(`^export type ${type} =([^;]*);`, 'm').exec(source);
    const choices = alias?.[1] ?? (type.includes('<') ? '' : type);
    return [...choices.matchAll(/'([\w-]+)'/g)].map(([, choice = '']) => choice);
  });
  return [...props.map((prop) => prop.name), ...words];
}

describe.each(shown)('the example $key', ({ code, parts: named }) => {
  test.each(named)('shows $name in every state: each prop, and each choice of one', ({ name, source }) => {
    const states = statesOf(name, source);
    const missing = states.filter((state) => !new RegExp(`(?<![\\w-])${state}(?![\\w-])`).test(code));
    expect(missing).toEqual([]);
  });
});

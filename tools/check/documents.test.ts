import { expect, test } from 'vitest';
import {
  findBrokenLinks,
  findDoubleNumbers,
  findLongReadme,
  findLostCitations,
  processStateIsJudged,
  variablesAreDocumented,
} from './documents.ts';

test('links lead to files, from where the document stands', () => {
  const text = '[a](decisions/0001.md) [b](../README.md#words) [c](https://example.com) [d](gone.md)';
  const there = new Set(['docs/decisions/0001.md', 'README.md']);
  expect(findBrokenLinks([{ path: 'docs/a.md', text }], (path) => there.has(path))).toEqual([
    'docs/a.md: the link to gone.md leads nowhere.',
  ]);
});

test('the tables tell of every variable that is read, and of no other', () => {
  const config = "read(env, 'PORT'); readFlag(env, 'DEMO', true); readWhole(env, 'HOST')";
  expect(
    variablesAreDocumented([
      { path: 'server/src/platform/core/config.ts', text: config },
      { path: 'README.md', text: '| `PORT` | 3000 | |\n| `OLD` | – | |\n' },
      { path: 'docs/operations.md', text: '| `HOST` | 127.0.0.1 | |\n' },
    ]),
  ).toEqual([expect.stringContaining('DEMO is read by'), expect.stringContaining('OLD is read nowhere')]);
});

test('a number belongs to one decision', () => {
  const names = ['0001-a.md', '0002-b.md', '0002-c.md', '0003-d.md'];
  const found = findDoubleNumbers(names.map((name) => `docs/decisions/${name}`));
  expect(found).toEqual([expect.stringContaining('0002 is the number of several')]);
});

test('what a module of the server keeps in its process is judged in a document', () => {
  const scale = { path: 'docs/scale.md', text: '| names | `platform/a.ts` | constants |' };
  const of = (path: string, text: string) => processStateIsJudged([scale, { path, text }]);
  expect(of('server/src/platform/a.ts', 'const names = new Map<string, string>();')).toEqual([]);
  for (const text of ['let turn = 0;', 'export const seen = new Set();', 'const inTurn = oneAtATime(5);'])
    expect(of('server/src/platform/b.ts', text)).toEqual([expect.stringMatching(/platform\/b\.ts: keeps/)]);
  expect(of('server/src/platform/b.ts', "const SAFE = new Set(['GET']);")).toEqual([]);
  expect(of('server/src/platform/b.test.ts', 'let server;')).toEqual([]);
});

test('a comment cites what is in the repository', () => {
  const of = (text: string) =>
    findLostCitations([{ path: 'a.ts', text }], (path) => path === 'docs/product.md');
  expect(of('/** Seats (docs/product.md, Seats). */')).toEqual([]);
  for (const text of [
    'docs/gone.md',
    'product.md, section 4',
    'specification, section 9',
    'Specification, section 9',
  ])
    expect(of(`/** A rule (${text}). */`)).toEqual([expect.stringMatching(/a\.ts: cites/)]);
});

test('the README is short', () => {
  expect(findLongReadme('word '.repeat(1200))).toEqual([]);
  expect(findLongReadme('word '.repeat(1201))).toEqual([expect.stringContaining('1201 words')]);
});

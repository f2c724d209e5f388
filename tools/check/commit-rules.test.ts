import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { capture } from '../process/process.ts';
import { checkCommits, findBadSubjects } from './commit-rules.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'commits-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...parameters: string[]) =>
  capture('git', ['-C', folder, '-c', 'user.name=Ana', '-c', 'user.email=ana@demo.test', ...parameters]);
const commit = (subject: string) => git('commit', '--quiet', '--allow-empty', '--message', subject);

test('the newest commits are looked at, merges aside', async () => {
  await git('init', '--quiet', '--initial-branch=main');
  await commit('Everything as it was');
  await git('checkout', '--quiet', '-b', 'side');
  await commit('plans: a price');
  await git('checkout', '--quiet', 'main');
  await commit('tickets, web: a list');
  await git('merge', '--quiet', '--no-ff', '--message', 'Merge: prices', 'side');
  expect(await checkCommits(folder)).toEqual([
    expect.stringMatching(/^\w+ "Everything as it was": write "area: what changed"\.$/),
  ]);
});

test('without a clone there is nothing to look at', async () => {
  expect(await checkCommits(folder)).toEqual([]);
});

test.each([
  ['users: a field', []],
  [`users: ${'x'.repeat(65)}`, []],
  [`users: ${'x'.repeat(66)}`, [expect.stringContaining('73 characters, 72 at most')]],
  ['users:no space', [expect.stringContaining('write "area: what changed"')]],
  ['Users: a field', [expect.stringContaining('write "area: what changed"')]],
])('%s', (subject, found) => {
  expect(findBadSubjects(`abc1234 ${subject}\n`)).toEqual(found);
});

import { expect, test } from 'vitest';
import { ensurePgBouncer } from './requirements.ts';

test('PgBouncer is installed where it is missing and can be, and what is left out without it is said', async () => {
  const machine = (there: boolean, outcome: 'works' | 'fails' | 'cannot') => {
    const state = { there, installs: 0 };
    const install = async () => {
      state.installs += 1;
      state.there = outcome === 'works';
    };
    const ensured = ensurePgBouncer({
      isThere: () => state.there,
      install: outcome === 'cannot' ? null : install,
    });
    return ensured.then((leftOut) => [leftOut, state.installs]);
  };
  const said = expect.stringContaining('the tests behind a pooler are left out');
  expect(await machine(true, 'works')).toEqual([null, 0]);
  expect(await machine(false, 'works')).toEqual([null, 1]);
  expect(await machine(false, 'fails')).toEqual([said, 1]);
  expect(await machine(false, 'cannot')).toEqual([said, 0]);
});

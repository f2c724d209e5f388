import { describe, expect, test } from 'vitest';
import { workingTogether } from './together.ts';
import type { Outcome } from './together.ts';

/** Work that waits to be let go on, batch by batch. */
function stage() {
  const batches: {
    tasks: string[];
    go: (outcomes?: Outcome<string>[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const started: (() => void)[] = [];
  const work = (_owner: object, tasks: string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<string>[]>();
    const go = (outcomes: Outcome<string>[] = tasks.map((task) => task.toUpperCase())) => resolve(outcomes);
    batches.push({ tasks, go, fail: reject });
    started.shift()?.();
    return promise;
  };
  /** The nth batch, once it has begun. */
  const batch = async (nth: number) => {
    while (batches.length <= nth) await new Promise<void>((resolve) => started.push(resolve));
    const found = batches[nth];
    if (!found) throw new Error('no such batch');
    return found;
  };
  return { work, batch };
}

describe('work that is done together', () => {
  test('is all that has come while the batch before was done, in its order, so many at most', async () => {
    const { work, batch } = stage();
    const ask = workingTogether({ most: 3 }, work);
    const owner = {};
    const answers = [ask(owner, 'k', 'a')];
    const first = await batch(0);
    answers.push(...['b', 'c', 'd', 'e'].map((task) => ask(owner, 'k', task)));
    first.go();
    const second = await batch(1);
    expect(second.tasks).toEqual(['b', 'c', 'd']);
    second.go();
    const third = await batch(2);
    expect(third.tasks).toEqual(['e']);
    third.go();
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  test('begins with what has come at once, of other keys and owners apart', async () => {
    const { work, batch } = stage();
    const ask = workingTogether({ most: 9 }, work);
    const [one, other] = [{}, {}];
    const all = [ask(one, 'k', 'a'), ask(one, 'k', 'b'), ask(one, 'l', 'c'), ask(other, 'k', 'd')];
    const batches = [await batch(0), await batch(1), await batch(2)];
    expect(batches.map(({ tasks }) => tasks)).toEqual([['a', 'b'], ['c'], ['d']]);
    for (const { go } of batches) go();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D']);
  });

  test('leaves what does not fit to the next batch', async () => {
    const { work, batch } = stage();
    const fits = (tasks: readonly string[], next: string) => !tasks.includes(next);
    const ask = workingTogether({ most: 9, fits }, work);
    const owner = {};
    const all = ['a', 'b', 'a', 'c'].map((task) => ask(owner, 'k', task));
    const first = await batch(0);
    expect(first.tasks).toEqual(['a', 'b']);
    first.go();
    const second = await batch(1);
    expect(second.tasks).toEqual(['a', 'c']);
    second.go();
    await Promise.all(all);
  });

  test('is refused one by one by its outcome, all of it by what is thrown, and goes on after that', async () => {
    const { work, batch } = stage();
    const ask = workingTogether({ most: 9 }, work);
    const owner = {};
    const two = Promise.allSettled([ask(owner, 'k', 'a'), ask(owner, 'k', 'b')]);
    (await batch(0)).go(['A', new Error('not b')]);
    expect(await two).toEqual([
      { status: 'fulfilled', value: 'A' },
      { status: 'rejected', reason: new Error('not b') },
    ]);
    const failed = Promise.allSettled([ask(owner, 'k', 'c'), ask(owner, 'k', 'd')]);
    (await batch(1)).fail(new Error('all'));
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const last = ask(owner, 'k', 'e');
    (await batch(2)).go();
    expect(await last).toBe('E');
  });

  test('is refused where too much of it waits', async () => {
    const { work, batch } = stage();
    const ask = workingTogether({ most: 1, waiting: 2 }, work);
    const owner = {};
    const first = ask(owner, 'k', 'a');
    const { go } = await batch(0);
    const waiting = [ask(owner, 'k', 'b'), ask(owner, 'k', 'c')];
    await expect(ask(owner, 'k', 'd')).rejects.toMatchObject({ code: 'server.unavailable' });
    go();
    (await batch(1)).go();
    (await batch(2)).go();
    expect(await Promise.all([first, ...waiting])).toEqual(['A', 'B', 'C']);
  });
});

import type { RefusedRow } from '@atalaya/contract/errors';
import { AppError } from './errors.ts';

/** Refused objects that an answer names at most. */
const NAMED_MAX = 100;

/** Why some objects of a bulk action may not be changed, by their ids, the weightiest reason first. */
export type Refusals = Map<string, AppError>;

/**
 * What is left of a bulk action once what is refused is left out.
 * @param skip whether the person said to go on without those
 * @throws the first refusal, with every refused object in it, where they did not
 */
export function withoutRefused<T extends { id: string }>(
  all: T[],
  refusals: Refusals,
  { skip, nameOf }: { skip: boolean; nameOf: (one: T) => string },
): T[] {
  const [first] = refusals.values();
  if (!first) return all;
  if (skip) return all.filter(({ id }) => !refusals.has(id));
  const rows = all
    .flatMap((one): RefusedRow[] => {
      const refusal = refusals.get(one.id);
      if (!refusal) return [];
      const { params } = refusal.options;
      return [{ id: one.id, name: nameOf(one), code: refusal.code, ...(params ? { params } : {}) }];
    })
    .slice(0, NAMED_MAX);
  throw new AppError(first.code, { ...first.options, refused: { total: refusals.size, rows } });
}

import type { RefusedRow } from '@atalaya/contract/errors';
import type { By, Origin } from '../core/actor.ts';
import { recordChange } from './audit.ts';
import { insertChange } from './bulk.queries.ts';
import type { NewChange } from './bulk.queries.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../core/errors.ts';
import type { Platform } from '../process/platform.ts';

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

/** How a bulk action that a job carries out goes along. */
export type Pace = {
  /** What takes it back. */
  undo_id?: string;
  /** Is told after each part how many objects are done with; throws where the action is to stop. */
  onPart(processed: number): void;
};

/** Within a request. */
export const AT_ONCE: Pace = { onPart: () => undefined };

/** Objects that are read, changed and audited together. */
export const BULK_CHUNK = 1_000;

export const CHANGE_QUEUE = 'change';

/** What is kept of a bulk action until its job carries it out. */
export type ChangeRequest = {
  body: {
    action: { type: string };
    chosen: { ids: string[] } | { filters: { organization_id?: string | undefined } };
  };
  /** Of the person who asked, for the audit log. */
  origin: Origin;
};

/** Queues the job of a change of so many objects. */
export function sendChange(
  platform: Platform,
  db: Db,
  { id, total, in_seconds = 0 }: { id: string; total: number; in_seconds?: number },
): Promise<void> {
  // After this another process takes it for lost.
  const expireInSeconds = 60 + Math.ceil(total / 500);
  const options = { expireInSeconds, retryLimit: 5, retryDelay: 1, delaySeconds: in_seconds };
  return platform.jobs.send(db, CHANGE_QUEUE, { id }, options);
}

/**
 * Has a job carry out a bulk action of so many objects (docs/decisions/0026-bulk-changes-are-jobs.md).
 * @returns what a request answers that has changed nothing yet
 */
export async function queueChange(
  platform: Platform,
  db: Db,
  by: By,
  { resource, body, total }: Pick<NewChange, 'resource' | 'total'> & Pick<ChangeRequest, 'body'>,
) {
  const { organization_id, profile_id: created_by } = by.actor;
  const request: ChangeRequest = { body, origin: by.origin };
  const action = body.action.type;
  const id = await insertChange(db, { organization_id, created_by, resource, action, request, total });
  await sendChange(platform, db, { id, total });
  await recordChange(db, by, {
    action: 'transfer.change_queued',
    object_type: 'transfer',
    object_id: id,
    organization_id,
    after: { resource, action, ...body.chosen, total },
  });
  return { changed: 0, unchanged: 0, refused: 0, ids: [], undo_id: null, transfer_id: id };
}

import { randomUUID } from 'node:crypto';
import { PAGE_SIZE, STREAMS_MAX } from '@atalaya/contract/limits';
import type { AuditStream, StreamStart, auditStreamRoutes } from '@atalaya/contract/audit-streams';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { chosenOrganization } from '../../platform/core/chosen-organization.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import { lockOrganizations } from '../seats/seats.rules.ts';
import {
  countStreams,
  deleteStream as deleteRow,
  findSealedSecrets,
  findStream,
  insertStream,
  listBatches as listRows,
  listStreams as listAll,
  lockStream,
  lockSystemStreams,
  passOver,
  restartStream,
  saveStream,
} from './audit-streams.queries.ts';
import type { BatchRow, StreamRow } from './audit-streams.queries.ts';
import {
  changeOf,
  keepsSecrets,
  requireComplete,
  requirePem,
  requireSink,
  startOf,
  valuesOf,
} from './audit-streams.rules.ts';
import { tryOut } from './sending.service.ts';
import { merged, namesOf, parted, sealSecrets, unsealSecrets } from './stream-secrets.ts';

type Routes = typeof auditStreamRoutes;
type Which = { organization_id?: string | undefined };

/** Those of an organization; of the system where a super_admin names none. @throws object.not_found */
export async function listStreams(platform: Platform, actor: Actor, which: Which) {
  const organization_id = chosenOrganization(actor, which);
  return platform.database.readAs(actor, 'list the audit streams of any organization', async (db) => ({
    items: (await listAll(db, organization_id, STREAMS_MAX)).map(toStream),
  }));
}

/** @throws object.not_found, audit_stream.too_many, audit_stream.address_refused, request.invalid */
export async function createStream(
  platform: Platform,
  by: By,
  which: Which,
  { sink: given, start, ...values }: z.output<Routes['createAuditStream']['body']>,
): Promise<AuditStream> {
  const organization_id = chosenOrganization(by.actor, which);
  const { sink: asked, secrets: typed } = parted(given);
  const sink = requireSink(platform.config, asked);
  const secrets = merged({}, typed);
  requireComplete(sink, namesOf(secrets));
  requirePem(sink, secrets);
  return platform.database.withActor(by.actor, 'add an audit stream of any organization', async (db) => {
    await lockOwner(db, organization_id);
    if ((await countStreams(db, organization_id)) >= STREAMS_MAX)
      throw new AppError('audit_stream.too_many', { params: { max: STREAMS_MAX } });
    const id = randomUUID();
    await insertStream(db, {
      ...values,
      id,
      organization_id,
      sink,
      secrets: namesOf(secrets),
      sealed_secrets: sealSecrets(platform, id, secrets),
      starts_at: startOf(start),
    });
    const made = await getStream(db, id);
    await recordChange(db, by, { ...changeOf(made, 'created'), after: { ...valuesOf(made), ...start } });
    return toStream(made);
  });
}

/** Streams are counted by one at a time. @throws object.not_found */
async function lockOwner(db: Db, organization_id: string | null): Promise<void> {
  if (organization_id === null) await lockSystemStreams(db);
  else if ((await lockOrganizations(db, [organization_id])).length === 0)
    throw new AppError('object.not_found');
}

/** @throws object.not_found, object.stale, audit_stream.address_refused, request.invalid */
export async function updateStream(
  platform: Platform,
  by: By,
  id: string,
  { version, sink: given, ...changed }: z.output<Routes['updateAuditStream']['body']>,
): Promise<AuditStream> {
  return platform.database.withActor(by.actor, 'change an audit stream of any organization', async (db) => {
    const before = await holdStream(db, id);
    if (before.version !== version) throw new AppError('object.stale', { current: toStream(before) });
    const kept = await keptSecrets(platform, db, id);
    const { sink: asked, secrets: typed } = given ? parted(given) : { sink: before.sink, secrets: {} };
    const sink = requireSink(platform.config, asked);
    const secrets = merged(keepsSecrets(before.sink, sink) ? kept : {}, typed);
    requireComplete(sink, namesOf(secrets));
    requirePem(sink, secrets);
    await saveStream(db, id, {
      name: changed.name ?? before.name,
      sink,
      shape: changed.shape ?? before.shape,
      is_on: changed.is_on ?? before.is_on,
      secrets: namesOf(secrets),
      sealed_secrets: sealSecrets(platform, id, secrets),
    });
    const after = await getStream(db, id);
    const values = { before: valuesOf(before), after: valuesOf(after) };
    await recordChange(db, by, { ...changeOf(after, 'updated'), ...values });
    return toStream(after);
  });
}

/** What is sealed with another AUTH_SECRET is gone: it has to be typed anew. */
async function keptSecrets(platform: Platform, db: Db, id: string) {
  const sealed = await findSealedSecrets(db, id);
  return (sealed && unsealSecrets(platform, id, sealed)) ?? {};
}

/** @throws object.not_found */
export async function deleteStream(platform: Platform, by: By, id: string): Promise<void> {
  await platform.database.withActor(by.actor, 'remove an audit stream of any organization', async (db) => {
    const before = await holdStream(db, id);
    await deleteRow(db, id);
    await recordChange(db, by, { ...changeOf(before, 'deleted'), before: valuesOf(before) });
  });
}

/** Sends a record that says that it is a test, and tells what became of it. @throws object.not_found */
export async function testStream(platform: Platform, by: By, id: string) {
  const found = await platform.database.withActor(
    by.actor,
    'test an audit stream of any organization',
    async (db) => {
      const row = await getStream(db, id);
      return { row, sealed_secrets: await findSealedSecrets(db, id) };
    },
  );
  const { row, sealed_secrets } = found;
  if (!sealed_secrets) throw new AppError('object.not_found');
  const { duration_ms, said } = await tryOut(platform, { ...row, sealed_secrets });
  await platform.database.withActor(by.actor, 'note the test of an audit stream of any organization', (db) =>
    recordChange(db, by, { ...changeOf(row, 'tested'), after: { name: row.name, problem: said.problem } }),
  );
  return { problem: said.problem, status: said.status, answer: said.answer, duration_ms };
}

/** @throws object.not_found */
export async function restart(
  platform: Platform,
  by: By,
  id: string,
  start: StreamStart,
): Promise<AuditStream> {
  return platform.database.withActor(by.actor, 'restart an audit stream of any organization', async (db) => {
    await holdStream(db, id);
    await restartStream(db, id, startOf(start));
    const after = await getStream(db, id);
    await recordChange(db, by, { ...changeOf(after, 'restarted'), after: { name: after.name, ...start } });
    return toStream(after);
  });
}

/** @throws object.not_found, audit_stream.not_refused */
export async function passOverRefused(
  platform: Platform,
  by: By,
  id: string,
  entry_id: string,
): Promise<AuditStream> {
  return platform.database.withActor(
    by.actor,
    'pass over an entry in an audit stream of any organization',
    async (db) => {
      const { name, answer } = await holdStream(db, id);
      if (!(await passOver(db, id, entry_id))) throw new AppError('audit_stream.not_refused');
      const after = await getStream(db, id);
      const noted = { name, entry_id, answer };
      await recordChange(db, by, { ...changeOf(after, 'passed_over'), after: noted });
      return toStream(after);
    },
  );
}

/** @throws object.not_found */
export async function listBatches(platform: Platform, actor: Actor, id: string, page: number) {
  return platform.database.readAs(actor, 'read what was sent to any audit stream', async (db) => {
    await getStream(db, id);
    const { rows, total } = await listRows(db, id, page);
    return { items: rows.map(toBatch), total, page, page_size: PAGE_SIZE };
  });
}

/** @throws object.not_found */
async function getStream(db: Db, id: string): Promise<StreamRow> {
  const found = await findStream(db, id);
  if (!found) throw new AppError('object.not_found');
  return found;
}

/** @throws object.not_found */
async function holdStream(db: Db, id: string): Promise<StreamRow> {
  const held = await lockStream(db, id);
  if (!held) throw new AppError('object.not_found');
  return held;
}

const toStream = ({ due_at, secrets, ...row }: StreamRow): AuditStream => ({
  ...row,
  secrets: secrets as AuditStream['secrets'],
  oldest_at: row.oldest_at?.toISOString() ?? null,
  sent_at: row.sent_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
  next_try_at: row.failing_since && row.is_on ? due_at.toISOString() : null,
  alarmed_at: row.alarmed_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const toBatch = ({ created_at, ...row }: BatchRow) => ({ ...row, created_at: created_at.toISOString() });

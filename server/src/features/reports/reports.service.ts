import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Report, ReportEntries, ReportEntriesQuery, ReportQuery } from '@atalaya/contract/reports';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { listEntries } from '../../platform/database/report-entries.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readSettings } from '../../platform/settings/settings.queries.ts';
import { findNamed } from '../../platform/settings/settings.queries.ts';
import { answerOf, daysAsked } from './report-answers.service.ts';
import { downloadOf } from './report-file.service.ts';
import { behind } from './report-figures.service.ts';
import { READERS, STEPPED } from './report-readers.service.ts';
import type { Asked } from './report-readers.service.ts';

type Scope = { asked: Asked; organization: Report['organization'] };

/** What is asked for, in the zone of whose report it is. @throws object.not_found where that is another's */
async function scopeOf(db: Db, actor: Actor, query: ReportQuery): Promise<Scope> {
  const organization_id =
    query.organization_id ?? (actor.role === 'super_admin' ? null : actor.organization_id);
  const organization = organization_id === null ? null : await findNamed(db, organization_id);
  if (organization_id !== null && organization === null) throw new AppError('object.not_found');
  const { time_zone: zone } = await readSettings(db, organization_id);
  return { asked: { organization_id, ...daysAsked(query, zone) }, organization };
}

/** A report of one's own organization, of one, or of all. @throws object.not_found */
export function readReport(platform: Platform, actor: Actor, query: ReportQuery): Promise<Report> {
  return platform.database.readTogether(actor, 'report on every organization', async (db) => {
    const { asked, organization } = await scopeOf(db, actor, query);
    const { report } = query;
    const table = await READERS[report](db, asked);
    return answerOf(report, asked, organization, STEPPED.has(report), table);
  });
}

/** The same as a file, in the reader's language. @throws object.not_found */
export async function exportReport(platform: Platform, actor: Actor, query: ReportQuery) {
  return downloadOf(query.report, await readReport(platform, actor, query), actor);
}

/** One page of the rows behind a figure. @throws object.not_found */
export function listReportEntries(
  platform: Platform,
  actor: Actor,
  query: ReportEntriesQuery,
): Promise<ReportEntries> {
  return platform.database.readTogether(actor, 'read the rows behind a report', async (db) => {
    const { asked } = await scopeOf(db, actor, query);
    const found = behind(query.report, asked, query);
    if (!found) throw new AppError('object.not_found');
    const { items, total, sum } = await listEntries(db, found.source, query.page);
    return { items, total, page: query.page, page_size: PAGE_SIZE, unit: found.unit, currency: null, sum };
  });
}

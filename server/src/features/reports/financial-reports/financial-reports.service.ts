import type { FinancialReportEntriesQuery, FinancialReportQuery } from '@atalaya/contract/financial-reports';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Report, ReportEntries } from '@atalaya/contract/reports';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { listEntries } from '../../../platform/database/report-entries.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { readSettings } from '../../../platform/settings/settings.queries.ts';
import { answerOf, daysAsked } from '../report-answers.service.ts';
import type { AskedDays } from '../report-answers.service.ts';
import { downloadOf } from '../report-file.service.ts';
import { behind } from './financial-figures.service.ts';
import { OF_NOW, READERS, STEPPED } from './financial-readers.service.ts';

async function askedOf(db: Db, query: FinancialReportQuery): Promise<AskedDays> {
  const { time_zone: zone } = await readSettings(db, null);
  return daysAsked(query, zone, !OF_NOW.has(query.report));
}

/** A report of the money of the whole system. */
export function readFinancialReport(
  platform: Platform,
  actor: Actor,
  query: FinancialReportQuery,
): Promise<Report> {
  return platform.database.readTogether(actor, 'report on the money of every organization', async (db) => {
    const asked = await askedOf(db, query);
    const { report } = query;
    const table = await READERS[report](db, asked);
    return answerOf(report, asked, null, STEPPED.has(report), table);
  });
}

/** The same as a file, in the reader's language. */
export async function exportFinancialReport(platform: Platform, actor: Actor, query: FinancialReportQuery) {
  return downloadOf(query.report, await readFinancialReport(platform, actor, query), actor);
}

/** One page of the ledger rows behind a figure. @throws object.not_found */
export function listFinancialReportEntries(
  platform: Platform,
  actor: Actor,
  query: FinancialReportEntriesQuery,
): Promise<ReportEntries> {
  const { report, row, column, currency, page } = query;
  return platform.database.readTogether(actor, 'read the rows behind a financial report', async (db) => {
    const asked = await askedOf(db, query);
    const found = currency === undefined ? null : behind(report, asked, { row, column, currency });
    if (currency === undefined || !found) throw new AppError('object.not_found');
    const { items, total, sum } = await listEntries(db, found.source, page);
    return { items, total, page, page_size: PAGE_SIZE, unit: found.unit, currency, sum };
  });
}

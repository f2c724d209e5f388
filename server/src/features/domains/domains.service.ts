import { domainOf } from '@atalaya/contract/email-address';
import type { Domain } from '@atalaya/contract/domains';
import { DOMAINS_MAX } from '@atalaya/contract/limits';
import { newToken } from '../../platform/core/token.ts';
import type { Actor, By } from '../../platform/core/actor.ts';
import { requireChosenOrganization } from '../../platform/core/chosen-organization.ts';
import type { WhichOrganization } from '../../platform/core/chosen-organization.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { takeFrom } from '../../platform/limits/rate-limits.ts';
import type { Limit } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Author } from '../../platform/records/audit.ts';
import { notifyOnScreen } from '../notifications/notify.service.ts';
import { lockOrganizationAs } from '../ranks/ranks.rules.ts';
import {
  countDomains,
  deleteDomain as deleteRow,
  findDomain,
  insertDomain,
  isProven,
  listDomains as listRows,
  lockDomain,
  saveCheck,
} from './domains.queries.ts';
import type { DomainRow } from './domains.queries.ts';
import { isPublicMail } from './public-mail.ts';
import { lookForRecord } from './txt-records.ts';

/** Looks for the records of one organization: the DNS servers of others are asked. */
const CHECKS: Limit = { name: 'domain-checks', max: 30, seconds: 900 };

/** The domains of an organization by name. @throws object.not_found; request.invalid where none is named */
export function listDomains(platform: Platform, actor: Actor, which: WhichOrganization) {
  const organization_id = requireChosenOrganization(actor, 'query', which);
  return platform.database.readAs(actor, 'list the domains of any organization', async (db) => ({
    items: (await listRows(db, organization_id, DOMAINS_MAX)).map(toDomain),
  }));
}

/** Names a domain. @throws domain.public_mail, domain.duplicate, domain.too_many, object.not_found */
export function createDomain(
  platform: Platform,
  by: By,
  which: WhichOrganization,
  { domain }: { domain: string },
): Promise<Domain> {
  const organization_id = requireChosenOrganization(by.actor, 'query', which);
  if (isPublicMail(domain)) throw new AppError('domain.public_mail');
  return platform.database.withActor(by.actor, 'name a domain of any organization', async (db) => {
    await lockOrganizationAs(db, by.actor, organization_id);
    if ((await countDomains(db, organization_id)) >= DOMAINS_MAX)
      throw new AppError('domain.too_many', { params: { max: DOMAINS_MAX } });
    const token = newToken();
    const row = await insertDomain(db, { organization_id, domain, token });
    if (!row) throw new AppError('domain.duplicate');
    await recordChange(db, by, { ...changeOf(row, 'created'), after: { domain } });
    return toDomain(row);
  });
}

/** Gives a domain up. @throws object.not_found */
export function deleteDomain(platform: Platform, by: By, id: string): Promise<void> {
  return platform.database.withActor(by.actor, 'give up a domain of any organization', async (db) => {
    const row = await deleteRow(db, id);
    if (!row) throw new AppError('object.not_found');
    const before = { domain: row.domain, state: stateOf(row) };
    await recordChange(db, by, { ...changeOf(row, 'deleted'), before });
  });
}

/** Looks for the record of a domain now. @throws object.not_found, request.rate_limited */
export async function checkDomain(platform: Platform, by: By, id: string): Promise<Domain> {
  const row = await platform.database.withActor(by.actor, 'read a domain of any organization', (db) =>
    findDomain(db, id),
  );
  if (!row) throw new AppError('object.not_found');
  await takeFrom(platform, CHECKS, row.organization_id);
  const checked = await check(platform, by, row);
  if (!checked) throw new AppError('object.not_found');
  return toDomain(checked);
}

/**
 * Asks DNS outside of any transaction, and stores what was found; null where the domain is gone. A proof outlives its
 * record for the days of grace, so that a mistake in a zone locks no user out.
 */
export async function check(platform: Platform, by: Author, asked: DomainRow): Promise<DomainRow | null> {
  const found = await lookForRecord(platform.config, recordOf(asked));
  return platform.database.withSystem('store what DNS says of a domain', async (db) => {
    const row = await lockDomain(db, asked);
    if (!row) return null;
    const problem = found ?? (row.is_taken ? 'taken' : null);
    const saved = await saveCheck(db, row.id, { problem, state: nextState(row, problem) });
    await tell(db, by, row, saved);
    return saved;
  });
}

function nextState(row: DomainRow & { is_over: boolean }, problem: DomainRow['problem']) {
  if (problem === null) return 'proven';
  if (row.proven_at === null) return 'pending';
  // Servers that answer nothing take nothing away.
  if (problem === 'unreachable') return stateOf(row);
  return row.is_over ? 'pending' : 'failing';
}

/** What a look has changed: in the audit log, and to the admins where they have something to do. */
async function tell(db: SystemDb, by: Author, before: DomainRow, after: DomainRow): Promise<void> {
  const { id: object_id, organization_id, domain, problem } = after;
  const about = { organization_id, to: 'admins', object_type: 'domain', object_id } as const;
  if (before.proven_at === null && after.proven_at !== null)
    await recordChange(db, by, { ...changeOf(after, 'proven'), after: { domain } });
  if (before.proven_at !== null && after.proven_at === null) {
    await recordChange(db, by, { ...changeOf(after, 'lost'), before: { domain }, after: { problem } });
    await notifyOnScreen(db, { ...about, event: 'security.domain_lost', params: { domain } });
  }
  if (before.failing_since === null && after.failing_since !== null) {
    await recordChange(db, by, { ...changeOf(after, 'failed'), after: { domain, problem } });
    const ends_on = after.lost_at?.toISOString().slice(0, 10) ?? '';
    await notifyOnScreen(db, { ...about, event: 'security.domain_failing', params: { domain, ends_on } });
  }
}

/** Whether an organization has proven the very domain of an address to be its own. */
export const ownsDomainOf = (db: Db, organization_id: string, email: string) =>
  isProven(db, organization_id, domainOf(email));

const changeOf = ({ id, organization_id }: DomainRow, change: string) => ({
  action: `domain.${change}`,
  object_type: 'domain',
  object_id: id,
  organization_id,
});

const recordOf = ({ domain, token }: Pick<DomainRow, 'domain' | 'token'>) => ({
  name: `_atalaya.${domain}`,
  value: `atalaya-domain=${token}`,
});

function stateOf({ proven_at, failing_since }: DomainRow): Domain['state'] {
  if (proven_at === null) return 'pending';
  return failing_since === null ? 'proven' : 'failing';
}

function toDomain(row: DomainRow): Domain {
  const { id, organization_id, domain, problem, proven_at, checked_at, lost_at } = row;
  return {
    id,
    organization_id,
    domain,
    state: stateOf(row),
    record: recordOf(row),
    problem,
    proven_at: proven_at?.toISOString() ?? null,
    checked_at: checked_at?.toISOString() ?? null,
    lost_at: lost_at?.toISOString() ?? null,
  };
}

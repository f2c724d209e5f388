import { domainOf } from '@atalaya/contract/email-address';
import type { By, Origin } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import { newToken } from '../../platform/core/token.ts';
import { presentInstant } from '../../platform/database/clock.ts';
import { isFirst } from '../../platform/limits/rate-limits.ts';
import type { Limit } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Browser, Started } from '../../platform/request/entry.ts';
import { openCertifiedSigner } from '../../platform/signing/signing-keys.ts';
import { startPath } from '../enforcement/enforcement.rules.ts';
import type { OidcClient } from './oidc-client.ts';
import { ownOf } from './saml/saml-own.ts';
import { samlProviderOf } from './saml/saml-provider.ts';
import { newRequestId, signInAddress } from './saml/saml-request.ts';
import type { Claimed, OidcFlow, SamlFlow, SsoFlow } from './sso-claims.ts';
import { enterBySso, previewOf } from './sso-people.service.ts';
import {
  CALLBACK_PATH,
  changeOf,
  getSignOn,
  saveTestResult,
  oidcSettingsOf,
  providerFault,
} from './sso-settings.service.ts';
import { deleteSessions, findStart } from './sso.queries.ts';
import type { SignOnRow } from './sso.queries.ts';

/** Every answer of a provider, and every order of one, counts once. */
const ONE_ANSWER: Limit = { name: 'sso-answer', max: 1, seconds: 3600 };
const ONE_ORDER: Limit = { name: 'sso-logout', max: 1, seconds: 86_400 };
/** What a test shows of what it has received. */
const CLAIMS_SHOWN = 60;
const CLAIM_SHOWN = 300;

export { startPath };

/** Where people with an address may sign in through their company. */
export function findWayIn(platform: Platform, email: string): Promise<{ start: string | null }> {
  return platform.database.withSystem('whose domain an address is of', async (db) => {
    const found = await findStart(db, domainOf(email));
    return { start: found === null ? null : startPath(found) };
  });
}

/** @throws object.not_found where it is off, unless it is tested; sso.unreachable, sso.address_refused */
export async function start(
  platform: Platform,
  client: OidcClient,
  goal: Pick<SsoFlow, 'connection_id' | 'tested_by' | 'redirect'>,
): Promise<{ flow: SsoFlow; url: string; now: Date }> {
  const row = await platform.database.withSystem('begin to sign in through a connection', (db) =>
    getSignOn(db, goal.connection_id),
  );
  if (!(row.is_on || goal.tested_by !== null)) throw new AppError('object.not_found');
  const { version, organization_id } = row;
  const going = { ...goal, organization_id, version };
  const now = await presentInstant(platform.database);
  if (row.kind === 'saml') {
    const flow: SamlFlow = { ...going, kind: 'saml', request_id: newRequestId() };
    const provider = samlProviderOf(row);
    const own = ownOf(platform.config, goal.connection_id);
    const signer = provider.wants_signed ? await openCertifiedSigner(platform) : null;
    return { flow, url: signInAddress(provider, own, { id: flow.request_id, now, signer }), now };
  }
  const settings = oidcSettingsOf(platform, row);
  if (!settings) throw new AppError('object.not_found');
  const flow: OidcFlow = {
    ...going,
    kind: 'oidc',
    state: newToken(),
    nonce: newToken(),
    verifier: newToken(),
  };
  const redirect_uri = new URL(CALLBACK_PATH, platform.config.publicUrl).href;
  const url = await client.authorizationUrl(settings, flow, redirect_uri, now).catch((error: unknown) => {
    throw providerFault(error);
  });
  return { flow, url: url.href, now };
}

/** Lets in who comes back. @throws sso.failed, the codes of `enterBySso` */
export async function finish(
  platform: Platform,
  client: OidcClient,
  flow: OidcFlow,
  { callback, origin, browser }: { callback: URL; origin: Origin; browser: Browser },
): Promise<Started> {
  const { claimed } = await identify(platform, client, flow, callback);
  return enterBySso(platform, origin, flow.connection_id, claimed, browser);
}

/** Keeps what the test of an admin has received; no session is opened. @throws sso.failed */
export async function finishTest(
  platform: Platform,
  client: OidcClient,
  flow: OidcFlow,
  { callback, by }: { callback: URL; by: By },
): Promise<void> {
  await saveTestResultOf(platform, by, flow, await identify(platform, client, flow, callback));
}

/** The same for what any provider has said. */
export async function saveTestResultOf(
  platform: Platform,
  by: By,
  flow: SsoFlow,
  { claimed, claims }: { claimed: Claimed; claims: Record<string, unknown> },
): Promise<void> {
  const result = {
    ...(await previewOf(platform, flow.connection_id, claimed)),
    tested_at: (await presentInstant(platform.database)).toISOString(),
    claims: Object.entries(claims)
      .slice(0, CLAIMS_SHOWN)
      .map(([name, value]) => ({ name: shown(name), value: shown(value) })),
  };
  if (!(await saveTestResult(platform, by, flow, result))) throw new AppError('sso.failed');
}

const shown = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value))
    .toWellFormed()
    .replaceAll('\u0000', '')
    .slice(0, CLAIM_SHOWN)
    .toWellFormed();

async function identify(
  platform: Platform,
  client: OidcClient,
  flow: OidcFlow,
  callback: URL,
): Promise<{ claimed: Claimed; claims: Record<string, unknown> }> {
  const now = await presentInstant(platform.database);
  if (!(await isFirst(platform, ONE_ANSWER, flow.state))) throw new AppError('sso.failed');
  const row = await platform.database.withSystem('whose answer comes back', (db) =>
    getSignOn(db, flow.connection_id),
  );
  const settings = oidcSettingsOf(platform, row);
  // Switched off, or set up otherwise, since the browser went.
  if (!settings || !isSame(row, flow)) throw new AppError('sso.failed');
  return client.identify(settings, flow, callback, now).catch((error: unknown) => {
    throw new AppError('sso.failed', { details: { fault: error instanceof Error ? error.name : 'unknown' } });
  });
}

/** Whether the settings are still those with which a browser went. */
export const isSame = ({ version, is_on }: SignOnRow, flow: Pick<SsoFlow, 'version' | 'tested_by'>) =>
  version === flow.version && (is_on || flow.tested_by !== null);

/**
 * Ends the sessions that a provider wants ended, on every server; one that has ended already is no fault.
 * @throws sso.failed, object.not_found
 */
export async function endByProvider(
  platform: Platform,
  client: OidcClient,
  origin: Origin,
  connection_id: string,
  token: string,
): Promise<void> {
  const row = await platform.database.withSystem('whose order to end sessions comes', (db) =>
    getSignOn(db, connection_id),
  );
  const settings = oidcSettingsOf(platform, row);
  if (!settings) throw new AppError('object.not_found');
  const now = await presentInstant(platform.database);
  const order = await client.readLogout(settings, token, now).catch((error: unknown) => {
    throw new AppError('sso.failed', { details: { fault: error instanceof Error ? error.name : 'unknown' } });
  });
  const { token_id, issuer, subject, sid } = order;
  await carryOut(platform, origin, row, { id: token_id, of: [{ issuer, subject, sid }] });
}

/** Whose sessions a provider wants ended, and the name of that order. */
export type Order = { id: string; of: { issuer: string; subject: string | null; sid: string | null }[] };

/** Ends sessions, on every server, by an order that counts once. @throws sso.failed */
export async function carryOut(
  platform: Platform,
  origin: Origin,
  row: SignOnRow,
  { id, of }: Order,
): Promise<void> {
  const { connection_id } = row;
  if (!(await isFirst(platform, ONE_ORDER, `${connection_id} ${id}`))) throw new AppError('sso.failed');
  await platform.database.withSystem('end sessions as their provider wants', async (db) => {
    let sessions = 0;
    for (const each of of) sessions += await deleteSessions(db, { connection_id, ...each });
    if (sessions === 0) return;
    const change = { ...changeOf(row, 'sessions_ended'), after: { sessions } };
    await recordChange(db, { actor: null, origin }, change);
  });
}

import type { SamlProblem } from '@atalaya/contract/saml-problems';
import { SUBJECT_MAX } from '@atalaya/contract/limits';
import type { Origin } from '../../../platform/core/actor.ts';
import { claimedEmail, claimedNames } from '../../../platform/core/claimed-texts.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { keyFor, seal, unseal } from '../../../platform/core/sealed.ts';
import { hashToken, newToken } from '../../../platform/core/token.ts';
import { presentInstant } from '../../../platform/database/clock.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { openCertifiedSigner } from '../../../platform/signing/signing-keys.ts';
import type { Claimed, SamlFlow } from '../sso-claims.ts';
import { getSignOn } from '../sso-settings.service.ts';
import type { SignOnRow } from '../sso.queries.ts';
import { carryOut, isSame } from '../sso.service.ts';
import { assertAsked, checkAnswer } from './saml-answer.ts';
import type { SamlAnswer } from './saml-answer.ts';
import { claimsOf } from './saml-claims.ts';
import { checkLogoutRequest, logoutAnswerAddress } from './saml-logout.ts';
import { ownOf } from './saml-own.ts';
import { samlProviderOf } from './saml-provider.ts';
import { SamlRefusal } from './saml-refusal.ts';
import { insertAnswer, takeAnswer } from './saml.queries.ts';

/** What an answer says, between its arrival and the browser that fetches it. */
type Kept = Pick<SamlAnswer, 'in_response_to'> & {
  version: number;
  claimed: Claimed;
  claims: Record<string, string | string[]>;
};
export type Said = Kept & { row: SignOnRow };

const SESSION_INDEX_MAX = 300;
const sealingKey = ({ config }: Platform) => keyFor(config.authSecret, 'answers of identity providers');

const rowOf = (platform: Platform, connection_id: string) =>
  platform.database.withSystem('whose answer was posted', (db) => getSignOn(db, connection_id));

/**
 * Checks an answer that a provider had posted, and uses its assertion up: with the token that it gives, the browser may
 * fetch once what it says. The form of another site brings no cookie along that would tell who asked for it.
 * @throws object.not_found, SamlRefusal
 */
export async function receiveAnswer(
  platform: Platform,
  connection_id: string,
  posted: string,
): Promise<string> {
  const row = await rowOf(platform, connection_id);
  const provider = samlProviderOf(row);
  const now = await presentInstant(platform.database);
  const answer = await checkAnswer(provider, ownOf(platform.config, connection_id), posted, now);
  const token = newToken();
  const { assertion_id, in_response_to, usable_until } = answer;
  const kept: Kept = { in_response_to, version: row.version, ...identityIn(answer) };
  const sealed = seal(sealingKey(platform), connection_id, Buffer.from(JSON.stringify(kept)));
  const stored = { connection_id, assertion_id, token_hash: hashToken(token), sealed, usable_until };
  const isFirst = await platform.database.withSystem('use an assertion up', (db) => insertAnswer(db, stored));
  if (!isFirst) throw new SamlRefusal('replayed');
  return token;
}

/** Whom an answer names, and all that it says, as a test shows it. */
function identityIn(answer: SamlAnswer): Pick<Kept, 'claimed' | 'claims'> {
  const { issuer, name_id, session_index, attributes } = answer;
  if (name_id.length > SUBJECT_MAX) throw new SamlRefusal('name_id');
  const told = claimsOf(answer);
  const sid = session_index !== null && session_index.length <= SESSION_INDEX_MAX ? session_index : null;
  return {
    claimed: {
      issuer,
      subject: name_id,
      email: claimedEmail(told.email),
      ...claimedNames(told),
      groups: told.groups,
      sid: sid === '' ? null : sid,
    },
    claims: {
      Issuer: issuer,
      NameID: name_id,
      ...(session_index === null ? {} : { SessionIndex: session_index }),
      ...Object.fromEntries(
        [...attributes].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
      ),
    },
  };
}

/**
 * What an answer says, for the browser that brings its token: the one that asked for it, or, where that is switched on,
 * one that did not. A test is always asked for.
 * @throws sso.failed, SamlRefusal
 */
export async function takeSaid(platform: Platform, token: string, flow: SamlFlow | null): Promise<Said> {
  const taken = await platform.database.withSystem('fetch what an answer says', (db) =>
    takeAnswer(db, hashToken(token)),
  );
  const opened = taken && unseal(sealingKey(platform), taken.connection_id, taken.sealed);
  if (!taken || !opened) throw new AppError('sso.failed');
  const said = JSON.parse(opened.toString()) as Kept;
  const row = await rowOf(platform, taken.connection_id);
  const asked = flow?.connection_id === taken.connection_id ? flow : null;
  const isTest = asked !== null && asked.tested_by !== null;
  assertAsked(said, asked?.request_id ?? null, row.allows_unasked === true && !isTest);
  // Switched off, or set up otherwise, since.
  const began = said.in_response_to === null ? null : asked;
  if (row.version !== said.version || !isSame(row, began ?? { version: said.version, tested_by: null }))
    throw new AppError('sso.failed');
  return { ...said, row };
}

/**
 * Ends the sessions that a provider wants ended, on every server; where the browser goes with our answer, null where
 * the provider takes none.
 * @throws sso.failed, object.not_found, SamlRefusal
 */
export async function endBySaml(
  platform: Platform,
  origin: Origin,
  connection_id: string,
  query: string,
): Promise<string | null> {
  const row = await rowOf(platform, connection_id);
  const provider = samlProviderOf(row);
  const own = ownOf(platform.config, connection_id);
  const now = await presentInstant(platform.database);
  const request = checkLogoutRequest(provider, own, query, now);
  const { id, issuer, name_id: subject, session_indexes } = request;
  const sids = session_indexes.length > 0 ? session_indexes : [null];
  await carryOut(platform, origin, row, { id, of: sids.map((sid) => ({ issuer, subject, sid })) });
  if (provider.logout_url === null) return null;
  const relay_state = new URLSearchParams(query).get('RelayState');
  const signer = await openCertifiedSigner(platform);
  return logoutAnswerAddress(provider.logout_url, own, { request, relay_state, now, signer });
}

/** What a refusal is called outside: the general code, and for an admin who tests the reason. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof SamlRefusal)) return error;
  return samlFailed(error.problem, error.message);
}

export const samlFailed = (problem: SamlProblem, fault: string = problem) =>
  new AppError('sso.failed', { params: { problem }, details: { fault } });

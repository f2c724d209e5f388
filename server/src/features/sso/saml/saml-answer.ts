import { childrenOf, isElement } from '../../../platform/core/xml-reader.ts';
import { pemOf, validCertificates } from './saml-certificate.ts';
import { ENTITY_ID_MAX } from './saml-metadata.ts';
import type { SamlOwn, SamlProvider } from './saml-metadata.ts';
import { SamlRefusal } from './saml-refusal.ts';
import { signedParts } from './saml-structure.ts';
import { attributeOf, childNamed, childrenNamed, decodeUtf8, isNamed, readXml, textOf } from './saml-xml.ts';

/** Whom a provider has signed in: all of it from the part that it has signed. */
export type SamlAnswer = {
  assertion_id: string;
  /** Our request that it answers; null: the provider began by itself. */
  in_response_to: string | null;
  issuer: string;
  name_id: string;
  session_index: string | null;
  attributes: Map<string, string[]>;
  /** Until when the assertion would be accepted: as long its id is remembered. */
  usable_until: Date;
};

export const ANSWER_BYTES = 128 * 1024;
const BOUNDS = { bytes: ANSWER_BYTES, tags: 4_000, namespaces: 500 };
/** What the clocks of a provider and of the database may differ. */
const SKEW_MS = 60_000;
/** The bound of what is stored. */
const NAME_ID_MAX = 255;
const ID_MAX = 256;
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/**
 * Checks what a provider had posted to us, and says whom it has signed in. The answer alone decides nothing: its
 * assertion may be used once, and it has to be the one that was asked for (`assertAsked`). `now` is the database's.
 */
export async function checkAnswer(
  provider: Pick<SamlProvider, 'entity_id'> & { certificates: string[] },
  own: SamlOwn,
  posted: string,
  now: Date,
): Promise<SamlAnswer> {
  const text = decodePosted(posted);
  const response = readXml(text, BOUNDS);
  assertSucceeded(response);
  const { assertion, response_is_signed } = signedParts(response);
  const destination = attributeOf(response, 'Destination');
  if (destination !== own.acs_url && (destination !== null || response_is_signed))
    throw new SamlRefusal('destination', destination ?? '');
  // The library takes the time of end from here, and fails without.
  if (!conditionsOf(assertion).getAttribute('NotOnOrAfter')) throw new SamlRefusal('expired', 'no end');
  const pems = validCertificates(provider.certificates, now).map(pemOf);
  const verified = readXml(await verifiedAssertion(posted, own, pems, response_is_signed), BOUNDS);
  for (const element of [response, verified]) assertIssuer(element, provider.entity_id);
  const answer = readAssertion(verified, own, now);
  if (attributeOf(response, 'InResponseTo') !== answer.in_response_to)
    throw new SamlRefusal('in_response_to');
  return answer;
}

/** Whether an answer is the one that this browser asked for; one that was not asked for only where that is switched on. */
export function assertAsked(
  { in_response_to }: Pick<SamlAnswer, 'in_response_to'>,
  request_id: string | null,
  unasked_allowed: boolean,
): void {
  if (in_response_to === null) {
    if (!unasked_allowed) throw new SamlRefusal('not_asked_for');
  } else if (in_response_to !== request_id) throw new SamlRefusal('in_response_to');
}

/**
 * Comments and CDATA are refused along with document types: signatures do not cover comments, by which readers have
 * been made to see half of a name, and providers send neither.
 */
function decodePosted(posted: string): string {
  if (posted.length > ANSWER_BYTES * 2) throw new SamlRefusal('too_large');
  const base64 = posted.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new SamlRefusal('unreadable', 'not base64');
  const text = decodeUtf8(Buffer.from(base64, 'base64'));
  if (text.includes('<!') || /<\?(?!xml\s)/.test(text)) throw new SamlRefusal('forbidden_markup');
  return text;
}

/** A refusal of the provider is told, signed or not: it gives nothing. */
function assertSucceeded(response: Element): void {
  const status = childNamed(response, 'protocol', 'Status');
  const code = status ? childNamed(status, 'protocol', 'StatusCode') : null;
  if (!code || attributeOf(code, 'Value') === SUCCESS) return;
  const inner = childNamed(code, 'protocol', 'StatusCode');
  throw new SamlRefusal('refused_by_provider', attributeOf(inner ?? code, 'Value') ?? '');
}

/** The assertion as it was signed. Times and addresses are checked below, by the clock of the database. */
async function verifiedAssertion(posted: string, own: SamlOwn, pems: string[], response_is_signed: boolean) {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const saml = new SAML({
    issuer: own.entity_id,
    callbackUrl: own.acs_url,
    idpCert: pems,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: response_is_signed,
    validateInResponseTo: ValidateInResponseTo.never,
    audience: false,
    acceptedClockSkewMs: -1,
  });
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: posted });
    const xml = profile?.getAssertionXml?.();
    if (xml !== undefined) return xml;
  } catch (error) {
    throw new SamlRefusal('signature', error instanceof Error ? error.message : '');
  }
  throw new SamlRefusal('signature');
}

/** The response names its provider only if it likes, the assertion always. */
function assertIssuer(element: Element, entity_id: string): void {
  const issuer = childNamed(element, 'assertion', 'Issuer');
  if (!issuer && isNamed(element, 'protocol', 'Response')) return;
  const name = issuer ? textOf(issuer) : '';
  if (name !== entity_id) throw new SamlRefusal('issuer', name.slice(0, ENTITY_ID_MAX));
}

function readAssertion(assertion: Element, own: SamlOwn, now: Date): SamlAnswer {
  const subject = needed(assertion, 'Subject');
  const conditions = conditionsOf(assertion);
  const within = assertTimes(conditions, now);
  assertAudience(conditions, own.entity_id);
  const { in_response_to, until } = confirmationOf(subject, own, now);
  const statement = needed(assertion, 'AuthnStatement');
  const id = attributeOf(assertion, 'ID') ?? '';
  if (id === '' || id.length > ID_MAX) throw new SamlRefusal('structure', 'no ID');
  return {
    assertion_id: id,
    in_response_to,
    issuer: textOf(needed(assertion, 'Issuer')),
    name_id: nameIdOf(subject),
    session_index: attributeOf(statement, 'SessionIndex'),
    attributes: attributesOf(assertion),
    usable_until: new Date(Math.min(within.getTime(), until.getTime()) + SKEW_MS),
  };
}

function needed(element: Element, name: string): Element {
  const [child] = childrenNamed(element, 'assertion', name);
  if (!child) throw new SamlRefusal('structure', `no ${name}`);
  return child;
}

function conditionsOf(assertion: Element): Element {
  const conditions = childNamed(assertion, 'assertion', 'Conditions');
  if (!conditions) throw new SamlRefusal('structure', 'no Conditions');
  return conditions;
}

/** Until when; an end has to be there. */
function assertTimes(element: Element, now: Date): Date {
  const from = attributeOf(element, 'NotBefore');
  if (from !== null && !(Date.parse(from) <= now.getTime() + SKEW_MS))
    throw new SamlRefusal('too_early', from);
  const until = attributeOf(element, 'NotOnOrAfter') ?? '';
  const end = Date.parse(until);
  if (!(now.getTime() - SKEW_MS < end)) throw new SamlRefusal('expired', until);
  return new Date(end);
}

/** We have to be named, and by each restriction; a condition that is not known here may not be passed over. */
function assertAudience(conditions: Element, entity_id: string): void {
  const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
  const unknown = childrenOf(conditions).find(
    (element) => !known.some((name) => isNamed(element, 'assertion', name)),
  );
  if (unknown) throw new SamlRefusal('structure', `condition ${unknown.localName}`);
  const restrictions = childrenNamed(conditions, 'assertion', 'AudienceRestriction');
  const named = restrictions.map((each) => childrenNamed(each, 'assertion', 'Audience').map(textOf));
  if (!named.length || named.some((audiences) => !audiences.includes(entity_id)))
    throw new SamlRefusal('audience', named.flat().join(' ').slice(0, ENTITY_ID_MAX));
}

/** Of the ways in which a subject is confirmed the one that is for us: it was brought by a browser, to our address, in time. */
function confirmationOf(subject: Element, own: SamlOwn, now: Date) {
  const found = childrenNamed(subject, 'assertion', 'SubjectConfirmation')
    .filter((element) => attributeOf(element, 'Method') === BEARER)
    .flatMap((element) => childrenNamed(element, 'assertion', 'SubjectConfirmationData'))
    .map((element) => ({ element, recipient: attributeOf(element, 'Recipient') }));
  const ours = found.find(({ recipient }) => recipient === own.acs_url);
  if (!ours) throw new SamlRefusal('recipient', found[0]?.recipient ?? '');
  return {
    until: assertTimes(ours.element, now),
    in_response_to: attributeOf(ours.element, 'InResponseTo'),
  };
}

/** The provider's lasting id of a person. A transient one is new at each sign-in, so it identifies no account. */
function nameIdOf(subject: Element): string {
  const element = childNamed(subject, 'assertion', 'NameID');
  if (!element) throw new SamlRefusal('name_id');
  const name = textOf(element);
  const isTransient = attributeOf(element, 'Format') === TRANSIENT;
  if (name === '' || name.length > NAME_ID_MAX || isTransient)
    throw new SamlRefusal('name_id', isTransient ? 'transient' : '');
  return name;
}

function attributesOf(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const statement of childrenNamed(assertion, 'assertion', 'AttributeStatement'))
    for (const attribute of childrenNamed(statement, 'assertion', 'Attribute')) {
      const name = attributeOf(attribute, 'Name') ?? '';
      const values = childrenNamed(attribute, 'assertion', 'AttributeValue')
        .filter((value) => !Array.from(value.childNodes).some(isElement))
        .map(textOf);
      found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  return found;
}

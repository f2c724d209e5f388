import { SAML_PROBLEMS } from '@atalaya/contract/saml-problems';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { presentInstant } from '../../../platform/database/clock.ts';
import { takeFromClient } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import type { App } from '../../../platform/request/define-route.ts';
import { browserOf, entryCookies } from '../../../platform/request/entry.ts';
import { openFlowCookie } from '../../../platform/request/flow-cookie.ts';
import { readSession } from '../../../platform/request/session.ts';
import { openCertifiedSigner } from '../../../platform/signing/signing-keys.ts';
import type { SamlFlow, SsoFlow } from '../sso-claims.ts';
import { problemPath, requireId, testedPath } from '../sso-pages.ts';
import { enterBySso } from '../sso-people.service.ts';
import { saveTestResultOf } from '../sso.service.ts';
import { ANSWER_BYTES } from './saml-answer.ts';
import { pemOf } from './saml-certificate.ts';
import { printOwnMetadata } from './saml-metadata.ts';
import { CERTIFICATE_PATH, RETURN_PATH, acsPath, metadataPath, ownOf, samlLogoutPath } from './saml-own.ts';
import { SamlRefusal } from './saml-refusal.ts';
import { endBySaml, receiveAnswer, refusalOf, samlFailed, takeSaid } from './saml.service.ts';

/** A whole company may come from one address, all at the same hour. */
const ANSWERS: Limit = { name: 'saml-answers', max: 600, seconds: 900 };
const RETURNS: Limit = { name: 'saml-returns', max: 600, seconds: 900 };
const LOGOUTS: Limit = { name: 'saml-logouts', max: 600, seconds: 60 };
const OWN: Limit = { name: 'saml-own', max: 600, seconds: 900 };
/** Bytes of the form of an answer, as browsers write it. */
const FORM_LIMIT = ANSWER_BYTES * 3;

type OfConnection = { Params: { id: string } };

/** SAML 2.0 with the providers of organizations. No part of the contract: pages do not call it. */
export async function registerSaml(app: App, platform: Platform): Promise<void> {
  registerOwn(app, platform);
  app.get<OfConnection>(samlLogoutPath(':id'), { exposeHeadRoute: false }, async (request, reply) => {
    const ending = async () => {
      await takeFromClient(platform, LOGOUTS, request.ip);
      const query = request.url.slice(request.url.indexOf('?') + 1);
      return endBySaml(platform, originOf(request), requireId(request.params.id), query);
    };
    const to = await ending().catch((error: unknown) => problemPath(request, null, refusalOf(error)));
    return reply.header('cache-control', 'no-store').redirect(to ?? '/admin/login', 303);
  });
  await app.register((inner: App) => registerAnswers(inner, platform));
  registerReturn(app, platform);
}

/** What we are, for the provider: the same for each id, so that it does not tell which connections there are. */
function registerOwn(app: App, platform: Platform): void {
  const certificate = async (ip: string) => {
    await takeFromClient(platform, OWN, ip);
    return (await openCertifiedSigner(platform)).certificate;
  };
  app.get<OfConnection>(metadataPath(':id'), { exposeHeadRoute: false }, async ({ params, ip }, reply) =>
    reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="atalaya-saml.xml"')
      .send(printOwnMetadata(ownOf(platform.config, requireId(params.id)), await certificate(ip))),
  );
  app.get(CERTIFICATE_PATH, { exposeHeadRoute: false }, async ({ ip }, reply) =>
    reply
      .type('application/x-pem-file')
      .header('content-disposition', 'attachment; filename="atalaya-saml.pem"')
      .send(pemOf({ der: (await certificate(ip)).toString('base64') })),
  );
}

/**
 * Where providers have browsers post answers. A form of another site brings no Lax cookie along: what it says waits for
 * a GET of that browser, which does.
 */
async function registerAnswers(app: App, platform: Platform): Promise<void> {
  const form = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(form, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  app.post<OfConnection>(acsPath(':id'), { config: { foreignForm: true } }, async (request, reply) => {
    const { body, params } = request;
    const posted = (body instanceof URLSearchParams ? body.get('SAMLResponse') : null) ?? '';
    const receiving = async () => {
      await takeFromClient(platform, ANSWERS, request.ip);
      return returnPath({ answer: await receiveAnswer(platform, requireId(params.id), posted) });
    };
    const to = await receiving().catch((error: unknown) => {
      const page = problemPath(request, null, refusalOf(error));
      // The next request brings the cookie: whether this is an admin's test, to which the reason is shown.
      return error instanceof SamlRefusal ? returnPath({ problem: error.problem }) : page;
    });
    return reply.redirect(to, 303);
  });
}

const returnPath = (told: Record<string, string>) => `${RETURN_PATH}?${new URLSearchParams(told).toString()}`;

type Told = { answer?: unknown; problem?: unknown };

function registerReturn(app: App, platform: Platform): void {
  const cookie = openFlowCookie<SsoFlow>(platform.config, 'sso');
  app.get<{ Querystring: Told }>(RETURN_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const read = cookie.read(request.headers.cookie, await presentInstant(platform.database));
    const flow = read?.kind === 'saml' ? read : null;
    const cookies = [cookie.clear()];
    const to = await comeBack(platform, flow, { request, cookies, told: request.query }).catch(
      (error: unknown) => problemPath(request, flow, refusalOf(error)),
    );
    return reply.header('set-cookie', cookies).redirect(to, 303);
  });
}

type Return = { request: FastifyRequest; cookies: string[]; told: Told };

/** Finishes what a browser, or a provider, began; the path that it goes to. Its own cookies are added to `cookies`. */
async function comeBack(
  platform: Platform,
  flow: SamlFlow | null,
  { request, cookies, told }: Return,
): Promise<string> {
  await takeFromClient(platform, RETURNS, request.ip);
  const problem = SAML_PROBLEMS.find((each) => each === told.problem);
  if (problem) throw samlFailed(problem);
  if (typeof told.answer !== 'string') throw new AppError('sso.failed');
  const said = await takeSaid(platform, told.answer, flow);
  const signedIn = await readSession(platform, request.headers.cookie);
  const origin = originOf(request);
  const asked = said.in_response_to === null ? null : flow;
  if (asked && asked.tested_by !== null) {
    // Another person has signed in in this browser since.
    if (signedIn?.actor.user_id !== asked.tested_by) throw new AppError('sso.failed');
    await saveTestResultOf(platform, { actor: signedIn.actor, origin }, asked, said);
    return testedPath(asked);
  }
  const browser = { ...browserOf(platform, request), previous: signedIn };
  const entered = await enterBySso(platform, origin, said.row.connection_id, said.claimed, browser);
  cookies.push(...entryCookies(platform, entered));
  return asked?.redirect ?? '/admin';
}

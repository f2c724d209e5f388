import { KEY_SCOPES } from '@atalaya/contract/key-scopes';
import type { FastifyReply } from 'fastify';
import { originOf } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import { takeFromClient } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { App } from '../../platform/request/define-route.ts';
import { mcpAddress } from './oauth-addresses.ts';
import { OAuthError, exchange, isOffered, registerClient, revokeToken } from './oauth.service.ts';

/**
 * OAuth 2.1 as programs speak it: outside the contract, whose shapes are not theirs. What is given is said by a person
 * on the consent screen (/oauth/authorize), which is a screen of the web application.
 */

const REGISTRATIONS = { name: 'assistant-registrations', max: 20, seconds: 3600 };
/** Many people's assistants may come from one machine of their maker. */
const EXCHANGES = { name: 'assistant-exchanges', max: 600, seconds: 60 };
const FORM_LIMIT = 16 * 1024;
const OPEN = { config: { ownSecret: true }, bodyLimit: FORM_LIMIT };

export async function registerOAuth(app: App, platform: Platform): Promise<void> {
  await app.register((oauth, _options, done) => {
    const form = 'application/x-www-form-urlencoded';
    oauth.addContentTypeParser(
      form,
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, parsed) => {
        parsed(null, new URLSearchParams(String(body)));
      },
    );
    // Where assistants are not let in, none of it is there.
    oauth.addHook('onRequest', async () => {
      if (!(await isOffered(platform))) throw new AppError('request.not_found');
    });
    registerMetadata(oauth, platform);
    registerExchange(oauth, platform);
    done();
  });
}

function registerMetadata(app: App, { config }: Platform): void {
  const { origin } = config.publicUrl;
  const server = {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: KEY_SCOPES,
    service_documentation: `${origin}/api/docs`,
  };
  const resource = {
    resource: mcpAddress(config),
    resource_name: 'Atalaya',
    authorization_servers: [origin],
    bearer_methods_supported: ['header'],
    scopes_supported: KEY_SCOPES,
  };
  app.get('/.well-known/oauth-authorization-server', (_request, reply) => told(reply, 200, server));
  app.get('/.well-known/oauth-protected-resource', (_request, reply) => told(reply, 200, resource));
  app.get('/.well-known/oauth-protected-resource/mcp', (_request, reply) => told(reply, 200, resource));
}

function registerExchange(app: App, platform: Platform): void {
  app.post('/oauth/register', OPEN, async (request, reply) => {
    await takeFromClient(platform, REGISTRATIONS, request.ip);
    return answering(reply, 201, () => registerClient(platform, request.body));
  });
  app.post('/oauth/token', OPEN, async (request, reply) => {
    await takeFromClient(platform, EXCHANGES, request.ip);
    return answering(reply, 200, () => exchange(platform, formOf(request.body), originOf(request)));
  });
  app.post('/oauth/revoke', OPEN, async (request, reply) => {
    await takeFromClient(platform, EXCHANGES, request.ip);
    return answering(reply, 200, async () => {
      await revokeToken(platform, formOf(request.body), originOf(request));
      return {};
    });
  });
}

const formOf = (body: unknown) => (body instanceof URLSearchParams ? body : new URLSearchParams());

async function answering(
  reply: FastifyReply,
  status: number,
  answer: () => Promise<object>,
): Promise<FastifyReply> {
  try {
    return told(reply, status, await answer());
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return told(reply, 400, { error: error.code, error_description: error.message });
  }
}

const told = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));

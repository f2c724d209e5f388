import type { App } from '../../platform/request/define-route.ts';
import { sessionCookieName } from '../../platform/accounts/session-cookie.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { openApiDocument } from './openapi.ts';
import { REFERENCE_STYLE, referencePage } from './reference-page.ts';

/** The API's document for tools and its reference for people, both printed from the contract. */
export function registerReference(app: App, platform: Platform): void {
  // Printed when first asked for: the contract does not change while the process runs.
  let document: string | undefined;
  let page: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(
      openApiDocument(platform.config.publicUrl.origin, sessionCookieName(platform.config)),
    );
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/api/docs', async (_request, reply) => {
    page ??= referencePage();
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/api/docs/reference.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(REFERENCE_STYLE),
  );
}

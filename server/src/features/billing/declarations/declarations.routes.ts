import { declarationRoutes } from '@atalaya/contract/declarations';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import { sendFile } from '../../../platform/request/send-file.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { declarationFile, readDeclaration, signDeclaration } from './declarations.service.ts';

export function registerDeclarations(app: App, platform: Platform): void {
  const routes = declarationRoutes;
  defineRoute(app, platform, routes.readDeclaration, () => readDeclaration(platform));
  defineRoute(app, platform, routes.downloadDeclaration, async ({ query, reply }) =>
    sendFile(reply, await declarationFile(platform, query.id)),
  );
  defineRoute(app, platform, routes.signDeclaration, ({ by, body }) => signDeclaration(platform, by, body));
}

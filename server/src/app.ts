import type { App } from './platform/define-route.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import type { HttpOptions } from './platform/http/http-server.ts';
import type { Platform } from './platform/platform.ts';
import { registerAvatars } from './features/avatars/avatars.routes.ts';
import { registerSystem } from './features/system/system.routes.ts';

/** The whole application on a platform that is open: one line per feature. */
export async function buildApp(platform: Platform, options: HttpOptions = {}): Promise<App> {
  const app = await createHttpServer(platform, options);
  registerSystem(app, platform);
  registerAvatars(app);
  return app;
}

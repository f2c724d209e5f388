import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { registerHealth } from './health.routes.ts';
import { registerMetrics } from './metrics.routes.ts';
import { registerPublicKeys } from './public-keys.routes.ts';
import { registerReference } from './reference.routes.ts';

/** What the server tells of itself: health, metrics, public keys and the reference of its API. */
export function registerSystem(app: App, platform: Platform): void {
  registerHealth(app, platform);
  registerMetrics(app, platform);
  registerReference(app, platform);
  registerPublicKeys(app, platform);
}

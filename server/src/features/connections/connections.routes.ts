import { connectionRoutes } from '@atalaya/contract/connections';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import {
  createConnection,
  deleteConnection,
  listConnections,
  readConnection,
  updateConnection,
} from './connections.service.ts';

export function registerConnections(app: App, platform: Platform): void {
  const routes = connectionRoutes;
  defineRoute(app, platform, routes.listConnections, ({ actor, query }) =>
    listConnections(platform, actor, query),
  );
  defineRoute(app, platform, routes.readConnection, ({ actor, params }) =>
    readConnection(platform, actor, params.id),
  );
  defineRoute(app, platform, routes.createConnection, ({ by, query, body }) =>
    createConnection(platform, by, query, body),
  );
  defineRoute(app, platform, routes.updateConnection, ({ by, params, body }) =>
    updateConnection(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.deleteConnection, ({ by, params }) =>
    deleteConnection(platform, by, params.id),
  );
}

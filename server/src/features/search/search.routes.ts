import { searchRoutes } from '@atalaya/contract/search';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { searchEverything } from './search.service.ts';

export function registerSearch(app: App, platform: Platform): void {
  defineRoute(app, platform, searchRoutes.searchEverything, ({ actor, query }) =>
    searchEverything(platform, actor, query.q),
  );
}

import { appHomeRoutes } from '@atalaya/contract/app-home';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readAppHome } from './app-home.service.ts';

export function registerAppHome(app: App, platform: Platform): void {
  defineRoute(app, platform, appHomeRoutes.readAppHome, ({ actor }) => readAppHome(platform, actor));
}

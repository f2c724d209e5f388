import { dashboardRoutes } from '@atalaya/contract/dashboard';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readDashboard, recordVisit } from './dashboard.service.ts';

export function registerDashboard(app: App, platform: Platform): void {
  defineRoute(app, platform, dashboardRoutes.readDashboard, ({ actor }) => readDashboard(platform, actor));
  defineRoute(app, platform, dashboardRoutes.recordVisit, ({ actor }) => recordVisit(platform, actor));
}

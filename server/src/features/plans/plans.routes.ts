import { planRoutes } from '@atalaya/contract/plans';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { archivePlan, restorePlan } from './plan-archive.service.ts';
import { updatePlan } from './plan-update.service.ts';
import { registerPlanJobs } from './plans.jobs.ts';
import {
  addPlansInEuros,
  cancelPlanMove,
  createPlan,
  listPlans,
  readPlan,
  simulatePlan,
} from './plans.service.ts';

export function registerPlans(app: App, platform: Platform): void {
  defineRoute(app, platform, planRoutes.listPlans, ({ actor, query }) => listPlans(platform, actor, query));
  defineRoute(app, platform, planRoutes.readPlan, ({ actor, params }) =>
    readPlan(platform, actor, params.id),
  );
  defineRoute(app, platform, planRoutes.createPlan, ({ by, body }) => createPlan(platform, by, body));
  defineRoute(app, platform, planRoutes.addPlansInEuros, ({ by }) => addPlansInEuros(platform, by));
  defineRoute(app, platform, planRoutes.updatePlan, ({ by, params, body }) =>
    updatePlan(platform, by, params.id, body),
  );
  defineRoute(app, platform, planRoutes.simulatePlan, ({ params, body }) =>
    simulatePlan(platform, params.id, body),
  );
  defineRoute(app, platform, planRoutes.cancelPlanMove, ({ by, params }) =>
    cancelPlanMove(platform, by, params.id),
  );
  defineRoute(app, platform, planRoutes.archivePlan, ({ by, params, body }) =>
    archivePlan(platform, by, params.id, body),
  );
  defineRoute(app, platform, planRoutes.restorePlan, ({ by, params, body }) =>
    restorePlan(platform, by, params.id, body),
  );
  registerPlanJobs(platform);
}

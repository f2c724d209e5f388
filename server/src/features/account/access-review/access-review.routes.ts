import { accessReviewRoutes } from '@atalaya/contract/access-review';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { finishAccessReview, readAccessReview } from './access-review.service.ts';

export function registerAccessReview(app: App, platform: Platform): void {
  defineRoute(app, platform, accessReviewRoutes.readAccessReview, ({ actor }) =>
    readAccessReview(platform, actor),
  );
  defineRoute(app, platform, accessReviewRoutes.finishAccessReview, ({ by }) =>
    finishAccessReview(platform, by),
  );
}

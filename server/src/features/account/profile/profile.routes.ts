import { profileRoutes } from '@atalaya/contract/profile';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { updateProfile } from './profile.service.ts';

export function registerProfile(app: App, platform: Platform): void {
  defineRoute(app, platform, profileRoutes.updateProfile, ({ by, session, body }) =>
    updateProfile(platform, by, session, body),
  );
}

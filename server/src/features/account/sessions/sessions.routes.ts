import { profileRoutes } from '@atalaya/contract/profile';
import { userAccessRoutes } from '@atalaya/contract/user-access';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import {
  endOtherSessions,
  endOwnSession,
  endUserSession,
  endUserSessions,
  listOwnSessions,
  listUserSessions,
} from './sessions.service.ts';

/** Where one is signed in, and where the people are whom one administers. */
export function registerSessions(app: App, platform: Platform): void {
  defineRoute(app, platform, profileRoutes.listOwnSessions, ({ actor }) => listOwnSessions(platform, actor));
  defineRoute(app, platform, profileRoutes.endOwnSession, ({ by, params }) =>
    endOwnSession(platform, by, params.id),
  );
  defineRoute(app, platform, profileRoutes.endOtherSessions, ({ by, query }) =>
    endOtherSessions(platform, by, {
      trusted_browsers: query.trusted_browsers === 'true',
      api_keys: query.api_keys === 'true',
    }),
  );
  registerSessionsOfOthers(app, platform);
}

function registerSessionsOfOthers(app: App, platform: Platform): void {
  defineRoute(app, platform, userAccessRoutes.listUserSessions, ({ actor, params }) =>
    listUserSessions(platform, actor, params.id),
  );
  defineRoute(app, platform, userAccessRoutes.endUserSession, ({ by, params }) =>
    endUserSession(platform, by, params.id, params.session_id),
  );
  defineRoute(app, platform, userAccessRoutes.endUserSessions, ({ by, params }) =>
    endUserSessions(platform, by, params.id),
  );
}

import { userRoutes } from '@atalaya/contract/users';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { changeUsers } from './users-bulk.service.ts';
import {
  createUser,
  deleteUser,
  listUsers,
  readUser,
  restoreUser,
  sendUserReset,
  updateUser,
} from './users.service.ts';

export function registerUsers(app: App, platform: Platform): void {
  defineRoute(app, platform, userRoutes.listUsers, ({ actor, query }) => listUsers(platform, actor, query));
  defineRoute(app, platform, userRoutes.readUser, ({ actor, params }) =>
    readUser(platform, actor, params.id),
  );
  defineRoute(app, platform, userRoutes.createUser, ({ by, body }) => createUser(platform, by, body));
  defineRoute(app, platform, userRoutes.updateUser, ({ by, params, body }) =>
    updateUser(platform, by, params.id, body),
  );
  defineRoute(app, platform, userRoutes.deleteUser, ({ by, params, query }) =>
    deleteUser(platform, by, params.id, query.confirm_last_admin === 'true'),
  );
  defineRoute(app, platform, userRoutes.restoreUser, ({ by, params }) =>
    restoreUser(platform, by, params.id),
  );
  defineRoute(app, platform, userRoutes.changeUsers, ({ by, body }) => changeUsers(platform, by, body));
  defineRoute(app, platform, userRoutes.sendUserReset, ({ by, params }) =>
    sendUserReset(platform, by, params.id),
  );
}

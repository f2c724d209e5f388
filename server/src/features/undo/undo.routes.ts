import { undoRoutes } from '@atalaya/contract/undo';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { registerUndoJobs } from './undo.jobs.ts';
import { readUndo, undoChange } from './undo.service.ts';

export function registerUndo(app: App, platform: Platform): void {
  defineRoute(app, platform, undoRoutes.undoChange, ({ by, params }) => undoChange(platform, by, params.id));
  defineRoute(app, platform, undoRoutes.readUndo, ({ actor, params }) =>
    readUndo(platform, actor, params.id),
  );
  registerUndoJobs(platform);
}

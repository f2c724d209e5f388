import { importRoutes } from '@atalaya/contract/imports';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { acceptUploads } from '../../../platform/uploads/read-upload.ts';
import { uploadImport } from './import-upload.service.ts';
import { applyImport, checkImport, listImportRows, problemsOf, readImport } from './imports.service.ts';

/** Files that are imported: uploaded, checked, carried out. What was brought in is taken back by the import's own id. */
export async function registerImports(app: App, platform: Platform): Promise<void> {
  await app.register(async (uploads) => {
    await acceptUploads(uploads);
    defineRoute(uploads, platform, importRoutes.createImport, ({ actor, query, request }) =>
      uploadImport(platform, actor, query.resource, request),
    );
  });
  defineRoute(app, platform, importRoutes.readImport, ({ actor, params }) =>
    readImport(platform, actor, params.id),
  );
  defineRoute(app, platform, importRoutes.checkImport, ({ actor, params, body }) =>
    checkImport(platform, actor, params.id, body.mapping),
  );
  defineRoute(app, platform, importRoutes.listImportRows, ({ actor, params, query }) =>
    listImportRows(platform, actor, params.id, query),
  );
  defineRoute(app, platform, importRoutes.downloadImportProblems, async ({ actor, params, reply }) => {
    const { name, content } = await problemsOf(platform, actor, params.id);
    reply.type('text/csv; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
  defineRoute(app, platform, importRoutes.applyImport, ({ by, params, body }) =>
    applyImport(platform, by, params.id, body),
  );
}

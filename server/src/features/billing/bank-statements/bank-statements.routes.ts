import { bankStatementRoutes } from '@atalaya/contract/bank-statements';
import { STATEMENT_MAX_BYTES } from '@atalaya/contract/statement-codes';
import { AppError } from '../../../platform/core/errors.ts';
import { takingTurns } from '../../../platform/core/turns.ts';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { acceptUploads, withUpload } from '../../../platform/uploads/read-upload.ts';
import {
  confirmBankEntries,
  listBankStatements,
  readBankStatement,
  takeStatements,
} from './bank-statements.service.ts';

/** Files that this process has in memory. */
const inTurn = takingTurns({ atOnce: 2, waiting: 4, each: 2 });

export async function registerBankStatements(app: App, platform: Platform): Promise<void> {
  const routes = bankStatementRoutes;
  await app.register(async (uploads) => {
    await acceptUploads(uploads);
    defineRoute(uploads, platform, routes.uploadBankStatement, ({ by, request }) =>
      withUpload(inTurn, request, STATEMENT_MAX_BYTES, (upload) => {
        if (upload === 'too_large') throw new AppError('request.too_large');
        return takeStatements(platform, by, upload.bytes);
      }),
    );
  });
  defineRoute(app, platform, routes.listBankStatements, ({ query }) => listBankStatements(platform, query));
  defineRoute(app, platform, routes.readBankStatement, ({ params }) =>
    readBankStatement(platform, params.id),
  );
  defineRoute(app, platform, routes.confirmBankEntries, ({ by, params, body }) =>
    confirmBankEntries(platform, by, params.id, body),
  );
}

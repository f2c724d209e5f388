import { RATE_FILE_MAX_BYTES } from '@atalaya/contract/exchange-limits';
import { exchangeRateRoutes } from '@atalaya/contract/exchange-rates';
import { AppError } from '../../../platform/core/errors.ts';
import { takingTurns } from '../../../platform/core/turns.ts';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { acceptUploads, withUpload } from '../../../platform/uploads/read-upload.ts';
import { listExchangeRates, saveExchangeRate, takeExchangeRates } from './exchange-rates.service.ts';

/** Files that this process has in memory. */
const inTurn = takingTurns({ atOnce: 2, waiting: 4, each: 2 });

export async function registerExchangeRates(app: App, platform: Platform): Promise<void> {
  const routes = exchangeRateRoutes;
  await app.register(async (uploads) => {
    await acceptUploads(uploads);
    defineRoute(uploads, platform, routes.uploadExchangeRates, ({ by, request }) =>
      withUpload(inTurn, request, RATE_FILE_MAX_BYTES, (upload) => {
        if (upload === 'too_large') throw new AppError('request.too_large');
        return takeExchangeRates(platform, by, upload.bytes);
      }),
    );
  });
  defineRoute(app, platform, routes.listExchangeRates, () => listExchangeRates(platform));
  defineRoute(app, platform, routes.saveExchangeRate, ({ by, body }) => saveExchangeRate(platform, by, body));
}

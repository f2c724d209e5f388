import type { GuardedFetch } from '../../../platform/core/guarded-fetch.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { refreshAll, tellEnding } from './saml-refresh.service.ts';
import { deleteOldAnswers } from './saml.queries.ts';

/** Once a day metadata are read anew: providers change their keys. Then admins are told which certificates end soon. */
export function registerSamlJobs(platform: Platform, fetch: GuardedFetch): void {
  platform.jobs.daily('refresh-saml', '05:30', async () => {
    await refreshAll(platform, fetch);
    await tellEnding(platform);
  });
  platform.jobs.daily('purge-saml-answers', '03:45', () =>
    platform.database.withSystem('forget answers that count no more', deleteOldAnswers),
  );
}

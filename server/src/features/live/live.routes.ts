import { liveRoutes } from '@atalaya/contract/live';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';

/** The stream of live events. Streams end before the server closes, which would otherwise wait for them for ever. */
export function registerLive(app: App, platform: Platform): void {
  app.addHook('preClose', () => platform.live.close());
  defineRoute(app, platform, liveRoutes.readLive, async ({ actor, query, request, reply }) => {
    // A browser that connects again asks with the same address, and says what it has heard since.
    const last_id = request.headers['last-event-id'] ?? query.after;
    const stream = await platform.live.open(actor, typeof last_id === 'string' ? last_id : null);
    // Proxies that collect an answer before they pass it on would hold the events back.
    reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    return stream.body;
  });
}

import { ticketFileRoutes } from '@atalaya/contract/ticket-files';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { acceptUploads } from '../../../platform/uploads/read-upload.ts';
import { discardTicketFile, readTicketFile, uploadTicketFile } from './ticket-attachments.service.ts';

/** Files of tickets: uploaded, taken back, read. */
export async function registerTicketFiles(app: App, platform: Platform): Promise<void> {
  await app.register(async (uploads) => {
    await acceptUploads(uploads);
    defineRoute(uploads, platform, ticketFileRoutes.uploadTicketFile, ({ by, request }) =>
      uploadTicketFile(platform, by, request),
    );
  });
  defineRoute(app, platform, ticketFileRoutes.discardTicketFile, ({ by, params }) =>
    discardTicketFile(platform, by, params.id),
  );
  defineRoute(app, platform, ticketFileRoutes.readTicketFile, async ({ actor, params, query, reply }) => {
    const asked = { ...params, size: query.size ?? 'full' } as const;
    const { attachment, bytes } = await readTicketFile(platform, actor, asked);
    const { name, type } = attachment;
    // A picture is drawn by ourselves; all else is kept as it was sent, and never opened as a page.
    const shown = type === 'image/webp' ? 'inline' : 'attachment';
    reply.headers({
      'content-disposition': `${shown}; filename*=UTF-8''${encodeName(name)}`,
      // Runs nothing even where it is opened as a page, and is asked for again, lest it outlive the permission.
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    });
    reply.type(type);
    return bytes;
  });
}

/** As RFC 8187 has it: all that is no letter or digit is escaped. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );

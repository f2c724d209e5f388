import { cannedReplyRoutes } from '@atalaya/contract/canned-replies';
import { ticketConversationRoutes } from '@atalaya/contract/ticket-conversation';
import { ticketRoutes } from '@atalaya/contract/tickets';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  restoreCannedReply,
  updateCannedReply,
} from './canned-replies/canned-replies.service.ts';
import {
  closeTicket,
  reopenTicket,
  replyToTicket,
  resolveTicket,
  startTicket,
} from './ticket-conversation/ticket-conversation.service.ts';
import { registerInboundMail } from './inbound-mail/inbound-mail.routes.ts';
import { registerTicketFiles } from './ticket-files/ticket-files.routes.ts';
import { createTicket } from './tickets-create.service.ts';
import { changeTickets } from './tickets-bulk.service.ts';
import { exportTickets } from './tickets-export.service.ts';
import { registerTicketJobs } from './tickets.jobs.ts';
import {
  assignTicket,
  deleteTicket,
  listTicketAssignees,
  listTicketHistory,
  listTicketMessages,
  listTickets,
  readTicket,
  restoreTicket,
  updateTicket,
} from './tickets.service.ts';

export async function registerTickets(app: App, platform: Platform): Promise<void> {
  registerReading(app, platform);
  registerWriting(app, platform);
  registerConversation(app, platform);
  await registerTicketFiles(app, platform);
  await registerInboundMail(app, platform);
  registerCannedReplies(app, platform);
  registerTicketJobs(platform);
}

function registerReading(app: App, platform: Platform): void {
  defineRoute(app, platform, ticketRoutes.listTickets, ({ actor, query }) =>
    listTickets(platform, actor, query),
  );
  defineRoute(app, platform, ticketRoutes.exportTickets, async ({ actor, query, reply }) => {
    const file = await exportTickets(platform, actor, query);
    reply.type('text/csv; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="tickets.csv"');
    return file;
  });
  defineRoute(app, platform, ticketRoutes.listTicketAssignees, ({ actor, query }) =>
    listTicketAssignees(platform, actor, query.organization_id),
  );
  defineRoute(app, platform, ticketRoutes.readTicket, ({ actor, params, query }) =>
    readTicket(platform, actor, params.id, query),
  );
  defineRoute(app, platform, ticketRoutes.listTicketMessages, ({ actor, params, query }) =>
    listTicketMessages(platform, actor, params.id, query),
  );
  defineRoute(app, platform, ticketRoutes.listTicketHistory, ({ actor, params, query }) =>
    listTicketHistory(platform, actor, params.id, query),
  );
}

function registerWriting(app: App, platform: Platform): void {
  defineRoute(app, platform, ticketRoutes.createTicket, ({ by, body }) => createTicket(platform, by, body));
  defineRoute(app, platform, ticketRoutes.updateTicket, ({ by, params, body }) =>
    updateTicket(platform, by, params.id, body),
  );
  defineRoute(app, platform, ticketRoutes.assignTicket, ({ by, params, body }) =>
    assignTicket(platform, by, params.id, body),
  );
  defineRoute(app, platform, ticketRoutes.changeTickets, ({ by, body }) => changeTickets(platform, by, body));
  defineRoute(app, platform, ticketRoutes.deleteTicket, ({ by, params }) =>
    deleteTicket(platform, by, params.id),
  );
  defineRoute(app, platform, ticketRoutes.restoreTicket, ({ by, params }) =>
    restoreTicket(platform, by, params.id),
  );
}

function registerConversation(app: App, platform: Platform): void {
  defineRoute(app, platform, ticketConversationRoutes.replyToTicket, ({ by, params, body }) =>
    replyToTicket(platform, by, params.id, body),
  );
  defineRoute(app, platform, ticketConversationRoutes.startTicket, ({ by, params }) =>
    startTicket(platform, by, params.id),
  );
  defineRoute(app, platform, ticketConversationRoutes.resolveTicket, ({ by, params, body }) =>
    resolveTicket(platform, by, params.id, body.message),
  );
  defineRoute(app, platform, ticketConversationRoutes.closeTicket, ({ by, params, body }) =>
    closeTicket(platform, by, params.id, body.message),
  );
  defineRoute(app, platform, ticketConversationRoutes.reopenTicket, ({ by, params, body }) =>
    reopenTicket(platform, by, params.id, body.message),
  );
}

function registerCannedReplies(app: App, platform: Platform): void {
  defineRoute(app, platform, cannedReplyRoutes.listCannedReplies, () => listCannedReplies(platform));
  defineRoute(app, platform, cannedReplyRoutes.createCannedReply, ({ by, body }) =>
    createCannedReply(platform, by, body),
  );
  defineRoute(app, platform, cannedReplyRoutes.updateCannedReply, ({ by, params, body }) =>
    updateCannedReply(platform, by, params.id, body),
  );
  defineRoute(app, platform, cannedReplyRoutes.deleteCannedReply, ({ by, params }) =>
    deleteCannedReply(platform, by, params.id),
  );
  defineRoute(app, platform, cannedReplyRoutes.restoreCannedReply, ({ by, params }) =>
    restoreCannedReply(platform, by, params.id),
  );
}

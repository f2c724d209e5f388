import { invitationRoutes } from '@atalaya/contract/invitations';
import { entryCookies } from '../../platform/request/entry.ts';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readSession } from '../../platform/request/session.ts';
import {
  acceptInvitation,
  declineInvitation,
  joinInvitation,
  openInvitation,
  requestRenewal,
} from './invitation-acceptance.service.ts';
import { checkInvitations } from './invitation-check.service.ts';
import { registerInvitationJobs } from './invitation-delivery.service.ts';
import {
  cancelInvitation,
  restoreInvitation,
  copyInvitationLink,
  inviteAddress,
  listInvitations,
  resendInvitation,
} from './invitations.service.ts';

/** Guesses at tokens from one address. */
const TOKEN_LIMIT = { name: 'invitation-token', max: 60, seconds: 900 };

export function registerInvitations(app: App, platform: Platform): void {
  registerInvitationJobs(platform);
  registerOwnInvitations(app, platform);
  registerTokenRoutes(app, platform);
}

function registerOwnInvitations(app: App, platform: Platform): void {
  defineRoute(app, platform, invitationRoutes.listInvitations, ({ actor, query }) =>
    listInvitations(platform, actor, query),
  );
  defineRoute(app, platform, invitationRoutes.createInvitation, ({ by, body }) =>
    inviteAddress(platform, by, body),
  );
  defineRoute(app, platform, invitationRoutes.checkInvitations, ({ actor, body }) =>
    checkInvitations(platform, actor, body),
  );
  defineRoute(app, platform, invitationRoutes.resendInvitation, ({ by, params }) =>
    resendInvitation(platform, by, params.id),
  );
  defineRoute(app, platform, invitationRoutes.copyInvitationLink, ({ by, params }) =>
    copyInvitationLink(platform, by, params.id),
  );
  defineRoute(app, platform, invitationRoutes.cancelInvitation, ({ by, params }) =>
    cancelInvitation(platform, by, params.id),
  );
  defineRoute(app, platform, invitationRoutes.restoreInvitation, ({ by, params }) =>
    restoreInvitation(platform, by, params.id),
  );
}

function registerTokenRoutes(app: App, platform: Platform): void {
  const limited = { limit: TOKEN_LIMIT };
  defineRoute(
    app,
    platform,
    invitationRoutes.openInvitation,
    ({ body }) => openInvitation(platform, body.token),
    limited,
  );
  defineRoute(
    app,
    platform,
    invitationRoutes.acceptInvitation,
    async ({ origin, body, request, reply }) => {
      const started = await acceptInvitation(platform, origin, body, request.signedIn);
      reply.header('set-cookie', entryCookies(platform, started));
      return { session: started.session };
    },
    limited,
  );
  defineRoute(app, platform, invitationRoutes.joinInvitation, async ({ by, body, request }) => {
    const sign_on = await joinInvitation(platform, by, body.token);
    const signedIn = await readSession(platform, request.headers.cookie);
    return { session: signedIn?.session ?? null, sign_on };
  });
  defineRoute(
    app,
    platform,
    invitationRoutes.declineInvitation,
    ({ origin, body }) => declineInvitation(platform, origin, body.token),
    limited,
  );
  defineRoute(
    app,
    platform,
    invitationRoutes.requestInvitationRenewal,
    ({ origin, body }) => requestRenewal(platform, origin, body.token),
    limited,
  );
}

import type { Api, RouteName } from './api.ts';

/**
 * Method and path of every route, for the browser: it calls by name and needs none of the zod shapes, which
 * would otherwise enter its bundle. The type keeps the table equal to `api`: a missing, surplus or wrong line
 * does not compile.
 */
export const CLIENT_PATHS = {
  readConfiguration: 'GET /api/configuration',
  readSession: 'GET /api/session',
  signIn: 'POST /api/session',
  signOut: 'DELETE /api/session',
  register: 'POST /api/accounts',
  verifyEmail: 'POST /api/accounts/verification',
  resendVerification: 'POST /api/accounts/verification-mails',
  requestPasswordReset: 'POST /api/password-resets',
  checkPasswordReset: 'POST /api/password-resets/check',
  completePasswordReset: 'POST /api/password-resets/complete',
  changePassword: 'PUT /api/profile/password',
  listDevelopmentAccounts: 'GET /api/development/accounts',
  seedDevelopmentAccounts: 'POST /api/development/accounts',
  signInDevelopmentAccount: 'POST /api/development/session',
  updateProfile: 'PATCH /api/profile',
  listOrganizations: 'GET /api/organizations',
  readSeats: 'GET /api/organizations/{id}/seats',
  listUsers: 'GET /api/users',
  readUser: 'GET /api/users/{id}',
  createUser: 'POST /api/users',
  updateUser: 'PATCH /api/users/{id}',
  deleteUser: 'DELETE /api/users/{id}',
  restoreUser: 'POST /api/users/{id}/restore',
  changeUsers: 'POST /api/users/bulk',
  sendUserReset: 'POST /api/users/{id}/password-reset',
  listInvitations: 'GET /api/invitations',
  createInvitation: 'POST /api/invitations',
  checkInvitations: 'POST /api/invitations/check',
  resendInvitation: 'POST /api/invitations/{id}/resend',
  copyInvitationLink: 'POST /api/invitations/{id}/link',
  cancelInvitation: 'DELETE /api/invitations/{id}',
  openInvitation: 'POST /api/invitations/open',
  acceptInvitation: 'POST /api/invitations/accept',
  joinInvitation: 'POST /api/invitations/join',
  declineInvitation: 'POST /api/invitations/decline',
  requestInvitationRenewal: 'POST /api/invitations/renewal-requests',
} as const satisfies { [Name in RouteName]: `${Api[Name]['method']} ${Api[Name]['path']}` };

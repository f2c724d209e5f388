import type { errorsEs, fieldErrorsEs } from './errors.es.ts';
import type { Translation } from './translation.ts';

export const errorsEn = {
  request: {
    invalid: 'Check the marked fields.',
    too_large: 'What was sent is too large.',
    unsupported_media: 'This type of file is not accepted.',
    foreign_origin: 'The request came from another site and was refused.',
    rate_limited: 'Too many attempts. Wait a few minutes and try again.',
    not_found: 'What you are looking for does not exist.',
    method_not_allowed: 'This operation is not allowed.',
  },
  server: {
    failed: 'Unexpected server error. Try again.',
    unavailable: 'The server is not available right now. Try again in a few seconds.',
  },
  session: {
    required: 'Your session has ended. Sign in again.',
    forbidden: 'You are not allowed to do this.',
    two_factor_required: 'Your organization requires two-step verification: set it up to go on.',
  },
  account: {
    invalid_credentials: 'Wrong credentials. Check your email and password.',
    password_needed: 'Enter your name and choose a password to finish creating your account.',
    email_not_verified: 'Confirm your email before signing in: check your inbox.',
    already_registered: 'This email is already registered. Try signing in.',
    verification_invalid: 'The confirmation link is not valid or has expired.',
    reset_invalid: 'The password reset link is not valid or has expired.',
    wrong_password: 'The current password is not correct.',
    common_password: 'This password is too common. Choose another one.',
  },
  network: {
    offline: 'There is no connection to the server. What you typed is kept.',
    silent:
      'The server is not answering. If it was a change, check whether it was made before you repeat it.',
    unreadable: 'The server gave an answer that makes no sense.',
  },
  database: {
    too_slow:
      'The query took too long and was stopped; nothing was changed. Narrow it down or try again in a few minutes.',
  },
  storage: {
    unavailable: 'The file storage is not available right now. Try again in a few minutes.',
  },
  object: {
    not_found: 'It does not exist, or is no longer available.',
    stale: 'Somebody else has changed it in the meantime.',
  },
  organization: {
    required: 'You do not belong to any organization yet.',
    read_only: 'Your organization’s subscription does not allow changes.',
    seats_full: 'The organization has reached the maximum number of users of its plan',
    seats_below_use:
      'The company already uses {used} seats, active people and pending invitations together: the maximum cannot be lower.',
    slug_taken: 'Another company already uses this identifier.',
    has_invoices: 'This company has unpaid invoices: choose what happens to them.',
    has_people: 'This company has people or pending invitations: confirm what happens to them.',
    name_mismatch: 'What was typed is not the name of the company.',
    referred_to: 'It has invoices or other records that are kept: it stays in the bin.',
    domain_not_allowed: 'This organization takes only e-mails of: {domains}.',
  },
  provider: {
    cancelled: 'You canceled signing in with the provider.',
    failed: 'The provider did not confirm who you are. Please try again.',
    unreachable: 'The provider cannot be reached. Please try again later.',
    link_first:
      'This account is not linked to one here, or the provider does not vouch for its email. Sign in with your password and link it in My profile.',
    already_linked: 'This account is linked already, or you have another one of this provider.',
    last_way_in: 'It is your only way in: set a password or link another account first.',
  },
  api_key: {
    invalid: 'This API key does not exist, has expired or was revoked.',
    forbidden: 'An API key may not do this.',
    scope_missing: 'The API key was not granted {scope}.',
    scope_forbidden: 'Your role does not allow granting some of these permissions.',
    too_many: 'You already have 20 API keys: revoke one that you do not use.',
  },
  user: {
    email_taken: 'A user with this email already exists.',
    rank_too_low: 'You cannot act on a role above your own.',
    self_forbidden: 'You cannot do this to yourself.',
    last_super_admin: 'At least one active Super Admin must remain.',
    last_admin: 'This is the last administrator of their organization.',
    organization_required: 'Choose this user’s organization.',
    inactive: 'This user is inactive: activate them before sending a link.',
  },
  avatar: {
    not_image: 'Please choose an image file',
    too_large: 'The file must be smaller than 5MB',
    too_many_pixels: 'The image has too many pixels: at most 25 megapixels, and 10,000 a side.',
  },
  plan: {
    name_taken: 'There is a plan with this name already.',
    subscribers_choice:
      'This plan has subscribed companies: decide what happens to them before changing the price or the limit.',
    destination_required: 'This plan has subscribed companies: choose which plan they go to.',
    over_limit: 'Some companies use more seats than that plan has: choose another.',
    default_plan: 'New companies begin on this plan: it cannot be archived.',
  },
  subscription: {
    not_cheaper: 'The plan chosen for the next period no longer costs less than the present one.',
    same_plan: 'The organization is on this plan already.',
    wrong_status: 'The state of the subscription does not allow this change.',
    vat_number_required: 'Reverse charge needs a valid VAT number of another country of the European Union.',
  },
  invoice: {
    country_required: 'The billing data of this company lack the country.',
    amount_exceeds: 'The amount cannot be more than what is outstanding on the invoice.',
    not_voidable: 'This invoice is void already, or a rectifying one: it cannot be voided.',
  },
  invitation: {
    duplicate: 'There is already a pending invitation for this email',
    already_member: 'This person already belongs to the organization.',
    other_organization:
      'You already belong to another organization, or administer all of them. To join this one you can be invited with another email.',
    invalid: 'Invalid or expired invitation',
    not_pending: 'The invitation is no longer pending.',
    sign_in_required: 'You already have an account: sign in to accept the invitation.',
    wrong_account: 'This invitation is for another email. Sign out and come in with that account.',
    inactive: 'This person is inactive in the organization: activate them in Users instead of inviting them.',
    in_bin: 'This person is in the bin of the organization: restore them instead of inviting them.',
    not_set_up:
      'This person is in the organization already and has yet to choose a password: send them the link instead of inviting them.',
    elsewhere:
      'This person belongs to {organization}: move them to this company in Users, or invite them with another email.',
    elsewhere_inactive:
      'This person is inactive in {organization}: activate them and move them to this company in Users, or invite them with another email.',
    elsewhere_in_bin:
      'This person is in the bin of {organization}: restore them and move them to this company in Users, or invite them with another email.',
    elsewhere_closed:
      'This person belongs to {organization}, which is in the bin: restore that company and move them to this one in Users, or invite them with another email.',
    unassigned_inactive:
      'This person has no company and is inactive: activate them in Users and invite them again.',
    unassigned_in_bin: 'This person has no company and is in the bin: restore them and invite them again.',
    super_admin: 'This person is a Super Admin: they administer every company and need no invitation.',
    super_admin_inactive:
      'This person is a Super Admin and is inactive: activate them in Users instead of inviting them.',
    super_admin_in_bin:
      'This person is a Super Admin and is in the bin: restore them instead of inviting them.',
    set_up_first:
      'An account is prepared for this email: first choose its password with the link that we send you.',
    account_closed:
      'The account of this email is deactivated or in the bin. Ask whoever administers it to activate it, or to be invited with another email.',
    organization_closed: '{organization} takes no new people for now. Talk to whoever invited you.',
  },
  ticket: {
    answered_meanwhile: 'Somebody has answered while you were writing.',
    wrong_status: 'The state of the ticket no longer allows this.',
    not_assignable: 'This person cannot take care of this ticket.',
  },
  attachment: {
    not_accepted: 'Only readable pictures (PNG, JPEG, WebP, GIF) and PDF files are accepted.',
    too_large: 'The file is larger than 10 MB.',
    too_many_pixels: 'The picture has too many pixels.',
    gone: 'An attached file is no longer there. Remove it and attach it again.',
    quota_full:
      'Your organization has reached its limit of ticket files: {max, number} MB. Ask Support for more room.',
  },
  undo: {
    done: 'This change has been undone already.',
    expired: 'More than 30 days have passed: this change can no longer be undone.',
  },
  data_export: {
    in_progress: 'These data are being exported already.',
    wrong_state: 'The export is over already.',
  },
  import: {
    too_large: 'The file is larger than 10 MB.',
    too_many_rows: 'The file has more than 50,000 rows: split it.',
    too_many_columns: 'The file has more than 100 columns.',
    too_many_cells: 'The file has more than {max, number} cells: split it into several.',
    not_text: 'The file is not a CSV of text. Save it as CSV (UTF-8) and try again.',
    malformed: 'The CSV cannot be read from row {line} on: look at its quotes.',
    empty: 'The file has no row to import.',
    quota_full:
      'Your organization has reached its limit of imported files: {max, number} MB. Each is deleted after 30 days; if you cannot wait, ask Support for more room.',
    row_ragged: 'The row has {cells} columns and the header {columns}.',
    row_repeated: 'Repeated: the same as row {row}.',
    value_unknown: 'Unknown value. One of: {allowed}.',
    organization_unknown: 'No company has that name or slug.',
    organization_ambiguous: 'Several companies have that name: use its slug.',
    name_taken: 'A company of that name exists already.',
    too_many_taken:
      'Too many of these emails belong to people of other companies ({max} a day at most): the import was stopped.',
  },
  transfer: {
    wrong_state: 'This cannot be done in its present state.',
  },
  two_factor: {
    challenge_over: 'The sign-in has expired. Type your password again.',
    wrong_code: 'The code is not right, or was used already.',
    code_needed: 'Enter the code of your app or a recovery code.',
    sign_in_again: 'Sign in again to make this change.',
    already_on: 'The authenticator app is on already.',
    not_started: 'The set-up has expired. Begin again.',
    not_set_up: 'Two-step verification is not on.',
  },
  passkey: {
    refused: 'The passkey could not be verified.',
    too_many: 'You have as many passkeys as there may be. Remove one before you add another.',
  },
} as const satisfies Translation<typeof errorsEs>;

export const fieldErrorsEn = {
  required: 'This field is required',
  too_short: 'It is too short',
  too_long: 'It is too long',
  too_small: 'The value is too small',
  too_big: 'The value is too big',
  invalid: 'The value is not valid',
  invalid_email: 'Please enter a valid email',
  invalid_nif: 'The Spanish tax id is not correct: its control letter or digit does not match.',
  unknown: 'This field is not accepted',
} as const satisfies Translation<typeof fieldErrorsEs>;

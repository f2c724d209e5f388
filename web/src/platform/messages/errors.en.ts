import type { errorsEs, fieldErrorsEs } from './errors.es.ts';
import type { Translation } from './translation.ts';

export const errorsEn = {
  request: {
    invalid: 'Check the highlighted fields.',
    timeout: 'That took too long to arrive. Try again.',
    too_large: 'That’s too large to send.',
    unsupported_media: 'This file type isn’t accepted.',
    foreign_origin: 'The request came from another site and was blocked.',
    rate_limited: 'Too many attempts. Wait a few minutes and try again.',
    not_found: 'We couldn’t find what you’re looking for.',
    method_not_allowed: 'This action isn’t allowed.',
  },
  server: {
    failed: 'Something went wrong on our end. Try again.',
    unavailable: 'The server isn’t available right now. Try again in a few seconds.',
  },
  session: {
    required: 'Your session has ended. Sign in again.',
    forbidden: 'You don’t have permission to do this.',
    two_factor_required: 'Your company requires two-step verification. Set it up to continue.',
  },
  account: {
    invalid_credentials: 'Incorrect email or password.',
    password_needed: 'Enter your name and choose a password to finish creating your account.',
    email_not_verified: 'Confirm your email before signing in. Check your inbox.',
    already_registered: 'This email is already registered. Try signing in.',
    verification_invalid: 'This confirmation link isn’t valid or has expired.',
    reset_invalid: 'This password reset link isn’t valid or has expired.',
    wrong_password: 'Your current password is incorrect.',
    common_password: 'This password is too common. Choose another one.',
  },
  network: {
    offline: 'We can’t reach the server. What you typed is kept.',
    silent:
      'The server isn’t responding. If you were making a change, check whether it went through before trying again.',
    unreadable: 'The server sent a response we couldn’t read.',
  },
  database: {
    too_slow:
      'This took too long and was stopped. Nothing was changed. Narrow your search or try again in a few minutes.',
  },
  storage: {
    unavailable: 'File storage isn’t available right now. Try again in a few minutes.',
  },
  object: {
    not_found: 'It doesn’t exist or is no longer available.',
    stale: 'Someone else has changed it in the meantime.',
  },
  organization: {
    required: 'You don’t belong to a company yet.',
    read_only: 'Your company’s subscription doesn’t allow changes.',
    seats_full: 'The company has reached its plan’s user limit',
    seats_below_use:
      'The company already uses {used} seats, counting active users and pending invitations. The maximum can’t be lower than that.',
    slug_taken: 'Another company already uses this identifier.',
    has_invoices: 'This company has unpaid invoices. Choose what should happen to them.',
    has_people: 'This company has users or pending invitations. Confirm what should happen to them.',
    name_mismatch: 'That doesn’t match the company’s name.',
    referred_to: 'It has invoices or other records we have to keep, so it stays in the trash.',
    domain_not_allowed: 'This company only allows emails from: {domains}.',
  },
  provider: {
    cancelled: 'You canceled the sign-in.',
    failed: 'The provider didn’t confirm your identity. Try again.',
    unreachable: 'We can’t reach the provider. Try again later.',
    link_first:
      'This account isn’t linked to one here, or the provider hasn’t verified its email. Sign in with your password and link it in My profile.',
    already_linked: 'This account is already linked, or you’ve linked another one from this provider.',
    last_way_in: 'This is your only way to sign in. Set a password or link another account first.',
  },
  api_key: {
    invalid: 'This API key doesn’t exist, has expired, or was revoked.',
    forbidden: 'API keys can’t do this.',
    scope_missing: 'This API key doesn’t have the {scope} permission.',
    scope_forbidden: 'Your role doesn’t allow you to grant some of these permissions.',
    too_many: 'You already have 20 API keys. Revoke one you don’t use.',
  },
  assistant: {
    unknown: 'This assistant isn’t registered.',
    off: 'Your company doesn’t allow assistants.',
  },
  user: {
    email_taken: 'A user with this email already exists.',
    rank_too_low: 'You can’t manage a role above your own.',
    self_forbidden: 'You can’t do this to yourself.',
    last_super_admin: 'There must be at least one active Super Admin.',
    last_admin: 'This is their company’s last administrator.',
    organization_required: 'Choose this user’s company.',
    inactive: 'This user is inactive. Activate them before sending a link.',
  },
  avatar: {
    not_image: 'Choose an image file',
    too_large: 'The file must be smaller than 5 MB',
    too_many_pixels: 'The image is too large: the limit is 25 megapixels, and 10,000 pixels per side.',
  },
  plan: {
    name_taken: 'A plan with this name already exists.',
    currency_fixed: 'Only a plan that has always been free can change its currency.',
    euros_there: 'The plans in euros have already been added.',
    subscribers_choice:
      'Companies are subscribed to this plan. Choose what should happen to them before you change the price or limit.',
    destination_required: 'Companies are subscribed to this plan. Choose a plan to move them to.',
    over_limit: 'Some companies use more seats than that plan has. Choose another.',
    default_plan: 'New companies start on this plan, so it can’t be archived.',
  },
  settings: { currency_fixed: 'An invoice has been issued: the installation’s currency no longer changes.' },
  subscription: {
    not_cheaper: 'The plan chosen for the next period is no longer cheaper than the current one.',
    same_plan: 'The company is already on this plan.',
    other_currency:
      'This plan is in another currency than the company pays in. It has to move to a free plan first.',
    wrong_status: 'The subscription’s status doesn’t allow this change.',
    vat_number_required: 'Reverse charge requires a valid VAT number from another EU country.',
  },
  invoice: {
    country_required: 'This company’s billing details have no country.',
    amount_exceeds: 'The amount can’t be more than what’s outstanding on the invoice.',
    not_rectifiable: 'This invoice is corrective, void, or has been corrected in full.',
    rectified_too_far: 'You can’t give back more than what’s left of the invoice.',
    not_annullable: 'Only an invoice without payments or corrections can be voided. Correct it instead.',
    not_simplified: 'A simplified invoice is in euros, at most €400 with taxes, and without reverse charge.',
    being_collected: 'It is being collected, in run {number}.',
    issuer_tax_id_missing: 'The issuer’s tax ID is missing in the settings of this installation.',
    customer_country_missing: 'This invoice was issued without the customer’s country.',
    customer_tax_id_missing: 'This invoice was issued without the customer’s tax ID.',
    no_facturae: '{en}',
    annulled: 'It’s voided.',
  },
  payment: {
    not_refundable: 'It’s a refund, or its invoice is corrected.',
    refund_exceeds: 'It’s more than can be refunded.',
  },
  mandate: {
    another_active: 'The company already has an active mandate.',
    reference_taken: 'Another mandate has this reference.',
    over: 'The mandate is no longer active.',
  },
  debit_run: {
    creditor_missing: 'The creditor is not set up yet.',
    not_collectable: 'These cannot be collected now: {codes}.',
    no_bank_day: 'Banks do not collect on that day: the first is {next}.',
    wrong_status: 'Its status does not allow it.',
  },
  statement: {
    unreadable: 'It is no valid camt.053 statement in euros: {detail}',
    unbalanced: 'The entries do not lead from one balance to the other.',
    not_proposed: 'Something has changed: look at it again.',
  },
  declaration: {
    incomplete: 'The issuer’s tax ID or address is missing.',
    changed: 'It has changed: read it again.',
  },
  verifactu: {
    begun: 'There are records already, so it can’t be changed or switched off.',
    certificate_needed: 'The real environment needs a certificate that’s valid.',
    currency: 'VERI*FACTU is only in euros.',
    refused: 'The tax agency wouldn’t accept it: {en} (error {rule}).',
    clock_behind: 'The server’s clock is behind the last record. Set it right before you issue.',
    chain_broken: 'The last invoicing record doesn’t fit the chain. Verify it before you issue.',
    not_correctable: 'This record can’t be corrected: the agency hasn’t refused it, or there’s a later one.',
    certificate_unreadable: 'It isn’t a PKCS#12 file (.p12 or .pfx).',
    certificate_password: 'The password isn’t that of the file.',
    certificate_key: 'The file doesn’t hold the private key of a certificate.',
    certificate_expired: 'The certificate has expired or isn’t valid yet.',
  },
  invitation: {
    duplicate: 'There is already a pending invitation for this email',
    already_member: 'This person already belongs to the company.',
    other_organization:
      'You already belong to another company, or manage all of them. To join this one, ask to be invited with another email.',
    invalid: 'Invalid or expired invitation',
    not_pending: 'The invitation is no longer pending.',
    sign_in_required: 'You already have an account. Sign in to accept the invitation.',
    wrong_account: 'This invitation is for another email. Sign out, then sign in with that account.',
    inactive: 'This person is inactive in the company. Activate them in Users instead of inviting them.',
    in_bin: 'This person is in the company’s trash. Restore them instead of inviting them.',
    not_set_up:
      'This person is already in the company but hasn’t chosen a password. Send them the link instead of inviting them.',
    elsewhere:
      'This person belongs to {organization}. Move them to this company in Users, or invite them with another email.',
    elsewhere_inactive:
      'This person is inactive in {organization}. Activate them and move them to this company in Users, or invite them with another email.',
    elsewhere_in_bin:
      'This person is in the trash of {organization}. Restore them and move them to this company in Users, or invite them with another email.',
    elsewhere_closed:
      'This person belongs to {organization}, which is in the trash. Restore that company and move them to this one in Users, or invite them with another email.',
    unassigned_inactive:
      'This person has no company and is inactive. Activate them in Users and invite them again.',
    unassigned_in_bin: 'This person has no company and is in the trash. Restore them and invite them again.',
    super_admin: 'This person is a Super Admin. They manage every company and don’t need an invitation.',
    super_admin_inactive:
      'This person is a Super Admin and is inactive. Activate them in Users instead of inviting them.',
    super_admin_in_bin:
      'This person is a Super Admin and is in the trash. Restore them instead of inviting them.',
    set_up_first:
      'There’s an account ready for this email. First choose its password using the link we send you.',
    account_closed:
      'The account for this email is deactivated or in the trash. Ask its administrator to activate it, or to invite you with another email.',
    organization_closed:
      '{organization} isn’t accepting new people right now. Talk to the person who invited you.',
  },
  offboarding: {
    heir_leaves: 'This person is being offboarded too: choose someone else.',
  },
  connection: {
    name_taken: 'There is already a connection with that name.',
    too_many: 'You cannot have more than {max} connections.',
  },
  provisioning: { too_many_tokens: 'There cannot be more than {max} tokens at once: revoke one.' },
  domain: {
    public_mail: 'That is a public mail domain: it cannot belong to a company.',
    duplicate: 'You have already added that domain.',
    too_many: 'You cannot have more than {max} domains.',
  },
  webhook: {
    too_many: 'You cannot have more than {max} webhooks.',
    address_refused: 'That address cannot be used: it has to be public and begin with https://.',
  },
  sso: {
    address_refused: 'That address cannot be used: it has to be public and begin with https://.',
    unreachable: 'The identity provider does not answer as expected.',
    metadata_refused: 'The provider’s details can’t be used.',
    not_tested: 'A test is needed first.',
    failed: 'You could not sign in through your company.',
    no_email: 'You could not sign in through your company.',
    foreign_email: 'You could not sign in through your company.',
    other_person: 'You could not sign in through your company.',
    account_closed: 'You could not sign in through your company.',
    required: 'Sign in through your company.',
  },
  enforcement: {
    not_ready: 'It cannot be required yet.',
    last_person: 'Give someone else emergency access first.',
    last_connection: 'Stop requiring single sign-on first.',
  },
  ticket: {
    answered_meanwhile: 'Someone replied while you were writing.',
    wrong_status: 'The ticket’s status no longer allows this.',
    not_assignable: 'This person can’t be assigned this ticket.',
  },
  attachment: {
    not_accepted:
      'Only readable images (PNG, JPEG, WebP, GIF), PDF, CSV, TXT, XLSX and DOCX files are accepted.',
    active_content:
      'The document has macros, embedded objects or data from other files. Attach it without them, or as a PDF.',
    too_large: 'The file is larger than 10 MB.',
    too_many_pixels: 'The image has too many pixels.',
    gone: 'An attachment is no longer available. Remove it and attach it again.',
    quota_full:
      'Your company has reached its limit for ticket files: {max, number} MB. Ask support for more space.',
  },
  undo: {
    done: 'This change has already been undone.',
    expired: 'This change was made more than 30 days ago and can no longer be undone.',
  },
  data_export: {
    in_progress: 'This data is already being exported.',
    wrong_state: 'The export has already finished.',
  },
  import: {
    too_large: 'The file is larger than 10 MB.',
    too_many_rows: 'The file has more than 50,000 rows. Split it into several.',
    too_many_columns: 'The file has more than 100 columns.',
    too_many_cells: 'The file has more than {max, number} cells. Split it into several.',
    not_text: 'The file isn’t a text CSV. Save it as CSV (UTF-8) and try again.',
    malformed: 'We can’t read the CSV from row {line} onward. Check its quotation marks.',
    empty: 'The file has no rows to import.',
    quota_full:
      'Your company has reached its limit for imported files: {max, number} MB. Each one is deleted after 30 days. If you can’t wait, ask support for more space.',
    row_ragged: 'The row has {cells} columns, but the header has {columns}.',
    row_repeated: 'Duplicate of row {row}.',
    value_unknown: 'Unknown value. Use one of these: {allowed}.',
    organization_unknown: 'No company has that name or identifier.',
    organization_ambiguous: 'Several companies have that name. Use the identifier.',
    name_taken: 'A company with that name already exists.',
    too_many_taken:
      'Too many of these emails belong to people in other companies (the limit is {max} per day). The import was stopped.',
  },
  transfer: {
    wrong_state: 'This can’t be done in its current status.',
  },
  two_factor: {
    challenge_over: 'Your sign-in has expired. Enter your password again.',
    wrong_code: 'The code is incorrect or has already been used.',
    code_needed: 'Enter the code from your app or a recovery code.',
    sign_in_again: 'Sign in again to make this change.',
    already_on: 'The authenticator app is already on.',
    not_started: 'Your setup has expired. Start again.',
    not_set_up: 'Two-step verification isn’t on.',
  },
  passkey: {
    refused: 'We couldn’t verify the passkey.',
    too_many: 'You’ve reached the passkey limit. Remove one before you add another.',
  },
} as const satisfies Translation<typeof errorsEs>;

export const fieldErrorsEn = {
  required: 'This field is required',
  too_short: 'This is too short',
  too_long: 'This is too long',
  too_small: 'This value is too small',
  too_big: 'This value is too large',
  invalid: 'This value isn’t valid',
  invalid_email: 'Enter a valid email',
  invalid_nif: 'This Spanish tax ID isn’t right: its control letter or digit doesn’t match.',
  unknown: 'This field isn’t accepted',
} as const satisfies Translation<typeof fieldErrorsEs>;

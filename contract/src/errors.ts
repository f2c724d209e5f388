/** Every error that crosses the wire: a code and its HTTP status. The browser has a text for each. */
export const ERRORS = {
  'request.invalid': 400,
  'request.timeout': 408,
  'request.too_large': 413,
  'request.unsupported_media': 415,
  'request.foreign_origin': 403,
  'request.rate_limited': 429,
  'request.not_found': 404,
  'request.method_not_allowed': 405,
  'server.failed': 500,
  'server.unavailable': 503,
  'database.too_slow': 503,
  'storage.unavailable': 503,
  'session.required': 401,
  'session.forbidden': 403,
  'session.two_factor_required': 403,
  'organization.required': 403,
  'organization.read_only': 403,
  'object.not_found': 404,
  'object.stale': 409,
  'account.invalid_credentials': 401,
  'account.email_not_verified': 403,
  'account.already_registered': 409,
  'account.verification_invalid': 400,
  'account.password_needed': 409,
  'account.reset_invalid': 400,
  'account.wrong_password': 400,
  'account.common_password': 400,
  'provider.cancelled': 400,
  'provider.failed': 400,
  'provider.unreachable': 503,
  'provider.link_first': 403,
  'provider.already_linked': 409,
  'provider.last_way_in': 409,
  'api_key.invalid': 401,
  'api_key.forbidden': 403,
  'api_key.scope_missing': 403,
  'api_key.scope_forbidden': 403,
  'api_key.too_many': 409,
  'user.email_taken': 409,
  'user.rank_too_low': 403,
  'user.self_forbidden': 409,
  'user.last_super_admin': 409,
  'user.last_admin': 409,
  'user.organization_required': 400,
  'user.inactive': 409,
  'organization.seats_full': 409,
  'organization.seats_below_use': 409,
  'organization.slug_taken': 409,
  'organization.has_people': 409,
  'organization.has_invoices': 409,
  'organization.name_mismatch': 400,
  'organization.domain_not_allowed': 409,
  'organization.referred_to': 409,
  'plan.name_taken': 409,
  'plan.subscribers_choice': 409,
  'plan.destination_required': 409,
  'plan.over_limit': 409,
  'plan.default_plan': 409,
  'subscription.not_cheaper': 409,
  'subscription.same_plan': 409,
  'subscription.wrong_status': 409,
  'subscription.vat_number_required': 409,
  'invoice.country_required': 409,
  'invoice.amount_exceeds': 409,
  'invoice.not_voidable': 409,
  'invitation.duplicate': 409,
  'invitation.already_member': 409,
  'invitation.other_organization': 409,
  'invitation.invalid': 404,
  'invitation.not_pending': 409,
  'invitation.sign_in_required': 409,
  'invitation.wrong_account': 403,
  'invitation.inactive': 409,
  'invitation.in_bin': 409,
  'invitation.not_set_up': 409,
  'invitation.elsewhere': 409,
  'invitation.elsewhere_inactive': 409,
  'invitation.elsewhere_in_bin': 409,
  'invitation.elsewhere_closed': 409,
  'invitation.unassigned_inactive': 409,
  'invitation.unassigned_in_bin': 409,
  'invitation.super_admin': 409,
  'invitation.super_admin_inactive': 409,
  'invitation.super_admin_in_bin': 409,
  'invitation.set_up_first': 409,
  'invitation.account_closed': 409,
  'invitation.organization_closed': 409,
  'ticket.answered_meanwhile': 409,
  'ticket.wrong_status': 409,
  'ticket.not_assignable': 409,
  'offboarding.heir_leaves': 409,
  'connection.name_taken': 409,
  'connection.too_many': 409,
  'attachment.not_accepted': 400,
  'attachment.active_content': 400,
  'attachment.too_large': 413,
  'attachment.too_many_pixels': 400,
  'attachment.gone': 409,
  'attachment.quota_full': 409,
  'transfer.wrong_state': 409,
  'import.too_large': 413,
  'import.quota_full': 409,
  'import.too_many_rows': 400,
  'import.too_many_columns': 400,
  'import.too_many_cells': 400,
  'import.not_text': 400,
  'import.malformed': 400,
  'import.empty': 400,
  'import.row_ragged': 400,
  'import.row_repeated': 409,
  'import.value_unknown': 400,
  'import.organization_unknown': 400,
  'import.organization_ambiguous': 400,
  'import.name_taken': 409,
  'import.too_many_taken': 429,
  'undo.done': 409,
  'undo.expired': 409,
  'two_factor.challenge_over': 409,
  'two_factor.wrong_code': 400,
  'two_factor.code_needed': 400,
  'two_factor.sign_in_again': 403,
  'two_factor.already_on': 409,
  'two_factor.not_started': 409,
  'two_factor.not_set_up': 409,
  'passkey.refused': 401,
  'passkey.too_many': 409,
  'data_export.in_progress': 409,
  'data_export.wrong_state': 409,
  'avatar.not_image': 400,
  'avatar.too_large': 413,
  'avatar.too_many_pixels': 400,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** One field that was refused: its path in the request ("body.email") and why. */
export type FieldProblem = { field: string; code: FieldCode; params?: Record<string, string | number> };

/** Why a field was refused. The browser has a text for each. */
export const FIELD_CODES = [
  'required',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'invalid',
  'invalid_email',
  'invalid_nif',
  'unknown',
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

/** One of many objects that a bulk action may not change, and why. */
export type RefusedRow = {
  id: string;
  name: string;
  code: ErrorCode;
  params?: Record<string, string | number>;
};

/** The body of every answer that is not 2xx. `request_id` finds the line in the server's log. */
export type ErrorBody = {
  code: ErrorCode;
  params?: Record<string, string | number>;
  fields?: FieldProblem[];
  /**
   * With 'object.stale': the values that are stored now, in the shape of the route's response; with
   * 'ticket.answered_meanwhile': the messages that the writer had not seen, oldest first.
   */
  current?: unknown;
  /** Of a bulk action that changed nothing: how many it may not change, and the first hundred of them. */
  refused?: { total: number; rows: RefusedRow[] };
  request_id: string;
};

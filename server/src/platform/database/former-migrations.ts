/**
 * The migrations of the versions before each noun had one file. All of them together make the tables that the present
 * ones make up to 0021_installation.sql.
 */
export const FORMER_MIGRATIONS = [
  '0001_foundation.sql',
  '0002_accounts.sql',
  '0003_organizations_and_people.sql',
  '0004_rate_limits.sql',
  '0005_invitations.sql',
  '0006_people_order_and_totals.sql',
  '0007_companies.sql',
  '0008_plan_versions.sql',
  '0009_tickets.sql',
  '0010_audit_chain.sql',
  '0011_billing.sql',
  '0012_dashboard.sql',
  '0013_ticket_attachments.sql',
  '0014_live.sql',
  '0015_transfers.sql',
  '0016_settings.sql',
  '0017_reports.sql',
  '0018_api_keys.sql',
  '0019_undo.sql',
  '0020_identities.sql',
  '0021_notifications.sql',
  '0022_search_in_organization.sql',
  '0023_second_factors.sql',
  '0024_search_in_small_organization.sql',
  '0025_data_exports.sql',
  '0026_import_rows.sql',
  '0027_search_work_in_organization.sql',
  '0028_undo_in_parts.sql',
  '0029_search_index_in_portions.sql',
  '0030_ticket_times_and_search.sql',
  '0031_changes_of_many.sql',
  '0032_billing_requests.sql',
  '0033_payments_list.sql',
  '0034_registrations.sql',
  '0035_billing_days.sql',
  '0036_installation.sql',
  '0037_mail_queue.sql',
  '0038_mail_to_the_proven.sql',
  '0039_reply_to_of_the_proven.sql',
  '0040_seats.sql',
  '0041_what_tenants_may_ask.sql',
  '0042_audit_read_by_tenants.sql',
  '0043_limits_of_organizations.sql',
  '0044_log_positions.sql',
  '0045_keys_end_with_recovery.sql',
  '0046_owners_and_trusted_browsers.sql',
  '0047_bulk_changes.sql',
  '0048_news_of_each.sql',
  '0049_proven_people.sql',
] as const;

export const LAST_FORMER = FORMER_MIGRATIONS.at(-1);

/** How many of the former migrations are among those that a database or an archive has. */
export function findFormer(names: string[]): 'none' | 'some' | 'all' {
  const found = FORMER_MIGRATIONS.filter((name) => names.includes(name)).length;
  if (found === 0) return 'none';
  return found === FORMER_MIGRATIONS.length ? 'all' : 'some';
}

/** Whether the former migrations have made what this present one makes. */
export const isSameAsFormer = (name: string): boolean => name <= '0021_installation.sql';

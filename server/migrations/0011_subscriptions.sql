-- Subscriptions and what happened to them. Money is integer cents beside its currency; days are those of billing_today().

-- What an organization's own row does not say of its subscription. A period goes from its first day to the day on
-- which the next one begins, which falls on the anchor's day of the month where the month has it.
create table subscriptions (
  organization_id uuid primary key references organizations (id) on delete cascade,
  trial_ends_on date,
  period_start date,
  period_end date,
  anchor_day integer not null check (anchor_day between 1 and 31),
  scheduled_plan_id uuid references plans (id),
  past_due_since date,
  -- The last day of being past due (1, 3, 7, 14) that a reminder was for, and when it went out.
  reminder_day integer not null default 0,
  reminded_on date,
  grace_until date,
  tax_treatment text not null default 'standard' check (tax_treatment in ('standard', 'reverse_charge', 'exempt')),
  -- Hundredths of a per cent.
  tax_rate integer not null default 2100 check (tax_rate between 0 and 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (period_start < period_end)
);
create index subscriptions_period on subscriptions (period_end);
create index subscriptions_trial on subscriptions (trial_ends_on) where trial_ends_on is not null;
create index subscriptions_past_due on subscriptions (past_due_since) where past_due_since is not null;

-- Every change of plan, price, status or seats, with the monthly revenue before and after. Like the audit log it
-- outlives its organization, so it refers to none.
create table subscription_events (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null,
  kind text not null check (kind in ('created', 'status', 'plan', 'price', 'seats', 'binned', 'restored')),
  plan_before text,
  plan_after text not null,
  status_before text,
  status_after text not null,
  max_users_before integer,
  max_users_after integer not null,
  price_before_cents integer not null,
  price_after_cents integer not null,
  mrr_before_cents integer not null,
  mrr_after_cents integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text check (length(reason) <= 500),
  actor_profile_id uuid,
  created_at timestamptz not null default now(),
  -- A plan of another currency: what was paid before is of this one. Null: of the same.
  currency_before text check (currency_before ~ '^[A-Z]{3}$')
);
create index subscription_events_organization on subscription_events (organization_id, created_at desc, id desc);
create index subscription_events_newest on subscription_events (created_at desc, id desc);

-- Sums over the ledger up to a day, and of a span, are read from the indexes alone.
create index subscription_events_ledger on subscription_events
  (created_at, currency) include (organization_id, mrr_before_cents, mrr_after_cents, currency_before);
create index subscription_events_other_currency on subscription_events (created_at)
  where currency_before is not null;

select enable_tenant_rls('subscriptions');
select enable_tenant_rls('subscription_events');

-- Its own people read; only the system bills.
revoke insert, update, delete on subscriptions, subscription_events from atalaya_tenant;
revoke update, delete on subscription_events from atalaya_system;

-- Subscriptions, what happened to them, and the invoices and payments that follow. Money is integer cents beside its
-- currency; days are UTC.

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
  created_at timestamptz not null default now()
);
create index subscription_events_organization on subscription_events (organization_id, created_at desc, id desc);
create index subscription_events_newest on subscription_events (created_at desc, id desc);

create function refuse_billing_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger subscription_events_append_only before update or delete on subscription_events
  for each row execute function refuse_billing_change();
create trigger subscription_events_no_truncate before truncate on subscription_events
  for each statement execute function refuse_billing_change();

-- An event for every change, by whatever statement: the sum of the events is the monthly revenue, always. The reason,
-- whoever gave it and (for sample data alone) the instant are settings of the transaction.
create function record_subscription_event() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  after_version plan_versions%rowtype;
  price_before integer := 0;
  mrr_before integer := 0;
  mrr_after integer := 0;
  happened text;
begin
  select * into after_version from plan_versions where id = new.plan_version_id;
  if new.deleted_at is null and new.subscription_status in ('active', 'past_due') then
    mrr_after := after_version.price_cents;
  end if;
  if tg_op = 'INSERT' then
    insert into subscription_events (organization_id, kind, plan_after, status_after, max_users_after,
      price_before_cents, price_after_cents, mrr_before_cents, mrr_after_cents, currency, created_at)
    values (new.id, 'created', new.plan_type, new.subscription_status, new.max_users, 0,
      after_version.price_cents, 0, mrr_after, after_version.currency, new.created_at);
    insert into subscriptions (organization_id, trial_ends_on, period_start, period_end, anchor_day)
    select new.id, case when new.subscription_status = 'trial' then today + 14 end,
      case when is_paying then today end, case when is_paying then (today + interval '1 month')::date end,
      extract(day from today)
    from (select (now() at time zone 'UTC')::date as today,
      new.subscription_status in ('active', 'past_due') as is_paying) t;
    return null;
  end if;
  happened := case
    when old.deleted_at is null and new.deleted_at is not null then 'binned'
    when old.deleted_at is not null and new.deleted_at is null then 'restored'
    when new.subscription_status <> old.subscription_status then 'status'
    when new.plan_type <> old.plan_type then 'plan'
    when new.plan_version_id <> old.plan_version_id then 'price'
    when new.max_users <> old.max_users then 'seats'
  end;
  if happened is null then
    return null;
  end if;
  select price_cents into price_before from plan_versions where id = old.plan_version_id;
  if old.deleted_at is null and old.subscription_status in ('active', 'past_due') then
    mrr_before := price_before;
  end if;
  insert into subscription_events (organization_id, kind, plan_before, plan_after, status_before, status_after,
    max_users_before, max_users_after, price_before_cents, price_after_cents, mrr_before_cents, mrr_after_cents,
    currency, reason, actor_profile_id, created_at)
  values (new.id, happened, old.plan_type, new.plan_type, old.subscription_status, new.subscription_status,
    old.max_users, new.max_users, price_before, after_version.price_cents, mrr_before, mrr_after,
    after_version.currency, nullif(current_setting('app.billing_reason', true), ''),
    nullif(current_setting('app.billing_actor', true), '')::uuid,
    coalesce(nullif(current_setting('app.billing_at', true), '')::timestamptz, now()));
  return null;
end $$;
create trigger organizations_subscription_event
  after insert or update of plan_type, plan_version_id, subscription_status, max_users, deleted_at on organizations
  for each row execute function record_subscription_event();

-- Those that are there already.
insert into subscription_events (organization_id, kind, plan_after, status_after, max_users_after,
    price_before_cents, price_after_cents, mrr_before_cents, mrr_after_cents, currency, created_at)
  select o.id, 'created', o.plan_type, o.subscription_status, o.max_users, 0, v.price_cents, 0,
    case when o.deleted_at is null and o.subscription_status in ('active', 'past_due') then v.price_cents else 0 end,
    v.currency, o.created_at
  from organizations o join plan_versions v on v.id = o.plan_version_id;
insert into subscriptions (organization_id, trial_ends_on, period_start, period_end, anchor_day, past_due_since)
  select o.id, case when o.subscription_status = 'trial' then today + 14 end,
    case when is_paying then today end, case when is_paying then (today + interval '1 month')::date end,
    extract(day from today), case when o.subscription_status = 'past_due' then today end
  from organizations o, lateral (select (now() at time zone 'UTC')::date as today,
    o.subscription_status in ('active', 'past_due') as is_paying) t;

-- Numbers without a gap: whoever issues holds the row of the series and year until the invoice stands.
create table invoice_series (
  series text not null check (series in ('A', 'R')),
  year integer not null,
  last_number integer not null default 0,
  last_hash text,
  primary key (series, year)
);

-- What is issued stays: only what was paid, offset by a rectifying invoice, and voided is written later.
create table invoices (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null references organizations (id),
  series text not null,
  year integer not null,
  number integer not null check (number > 0),
  code text not null generated always as
    (series || '-' || year::text || '-' || lpad(number::text, greatest(5, length(number::text)), '0')) stored,
  kind text not null check (kind in ('standard', 'rectifying')),
  issued_on date not null,
  due_on date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal_cents bigint not null,
  tax_cents bigint not null,
  total_cents bigint not null,
  tax_treatment text not null check (tax_treatment in ('standard', 'reverse_charge', 'exempt')),
  customer_name text not null,
  customer_tax_id text,
  customer_country text,
  customer_email text,
  -- What for: a period of a subscription, a change of plan within one, or anything else.
  charge text not null check (charge in ('period', 'change', 'other')),
  period_start date,
  period_end date,
  rectifies_id uuid unique references invoices (id),
  reason text check (length(reason) <= 500),
  hash text not null,
  previous_hash text,
  issued_by uuid,
  paid_cents bigint not null default 0,
  offset_cents bigint not null default 0,
  outstanding_cents bigint not null generated always as (total_cents - paid_cents - offset_cents) stored,
  voided_at timestamptz,
  created_at timestamptz not null default now(),
  search text not null generated always as (search_text(series || '-' || year::text || '-' ||
    lpad(number::text, greatest(5, length(number::text)), '0') || ' ' || customer_name || ' ' ||
    coalesce(customer_tax_id, ''))) stored,
  unique (series, year, number),
  unique (organization_id, id),
  foreign key (series, year) references invoice_series (series, year),
  check (total_cents = subtotal_cents + tax_cents),
  check ((kind = 'rectifying') = (rectifies_id is not null)),
  check ((kind = 'rectifying') = (series = 'R'))
);
-- A period is charged once, whatever runs twice.
create unique index invoices_period on invoices (organization_id, period_start)
  where charge = 'period' and kind = 'standard' and voided_at is null;
create index invoices_organization_newest on invoices (organization_id, issued_on desc, id desc);
create index invoices_newest on invoices (issued_on desc, id desc);
create index invoices_unpaid on invoices (organization_id, due_on) where total_cents - paid_cents - offset_cents > 0;
create index invoices_search on invoices using gin (search gin_trgm_ops) with (fastupdate = off);

create table invoice_lines (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  description text not null check (length(description) between 1 and 300),
  quantity integer not null,
  unit_price_cents integer not null,
  amount_cents bigint not null check (amount_cents = quantity::bigint * unit_price_cents),
  tax_rate integer not null check (tax_rate between 0 and 10000),
  tax_cents bigint not null,
  created_at timestamptz not null default now(),
  unique (invoice_id, position),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id)
);

create table payments (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null,
  invoice_id uuid not null,
  amount_cents bigint not null check (amount_cents <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method text not null check (method in ('transfer', 'card', 'direct_debit', 'cash', 'other')),
  reference text check (length(reference) <= 120),
  paid_on date not null,
  registered_by uuid,
  created_at timestamptz not null default now(),
  foreign key (organization_id, invoice_id) references invoices (organization_id, id)
);
create index payments_invoice on payments (invoice_id, id);
create index payments_newest on payments (paid_on desc, id desc);
create index payments_organization on payments (organization_id, paid_on desc);

create function keep_invoice() returns trigger language plpgsql as $$
declare
  -- What is paid, and what the database computes once the triggers have run.
  free text[] := array['paid_cents', 'offset_cents', 'voided_at', 'outstanding_cents', 'code', 'search'];
begin
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'an invoice that was issued is append-only';
  end if;
  return new;
end $$;
create trigger invoices_kept before update on invoices for each row execute function keep_invoice();
create trigger invoices_never_deleted before delete on invoices
  for each row execute function refuse_billing_change();
create trigger invoices_no_truncate before truncate on invoices
  for each statement execute function refuse_billing_change();
create trigger invoice_lines_append_only before update or delete on invoice_lines
  for each row execute function refuse_billing_change();
create trigger invoice_lines_no_truncate before truncate on invoice_lines
  for each statement execute function refuse_billing_change();
create trigger payments_append_only before update or delete on payments
  for each row execute function refuse_billing_change();
create trigger payments_no_truncate before truncate on payments
  for each statement execute function refuse_billing_change();

select enable_tenant_rls('subscriptions');
select enable_tenant_rls('subscription_events');
select enable_tenant_rls('invoices');
select enable_tenant_rls('invoice_lines');
select enable_tenant_rls('payments');
-- Its own people read; only the system bills.
revoke insert, update, delete on subscriptions, subscription_events, invoices, invoice_lines, payments
  from atalaya_tenant;
revoke update, delete on subscription_events, invoice_lines, payments from atalaya_system;
revoke update, delete on invoices from atalaya_system;
grant update (paid_cents, offset_cents, voided_at) on invoices to atalaya_system;
grant select, insert, update on invoice_series to atalaya_system;

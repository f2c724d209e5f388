-- after: billing
-- Whether a price is paid in a status: it counts as monthly revenue. As `isPaying` of the contract.
create or replace function is_paying(status text) returns boolean language sql immutable as $$
  select status in ('active', 'past_due')
$$;

-- Whether a subscription is over: its organization can read, and takes no new people.
create or replace function has_ended(status text) returns boolean language sql immutable as $$
  select status in ('canceled', 'inactive')
$$;

-- An event for every change, by any statement: the sum of the events is the monthly revenue, always. A new organization
-- gets its row of subscriptions here. The reason, the author and (for sample data alone) the instant are settings of the
-- transaction.

create or replace function record_subscription_event() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  after_version plan_versions%rowtype;
  price_before integer := 0;
  mrr_before integer := 0;
  mrr_after integer := 0;
  happened text;
  other_currency text;
begin
  select * into after_version from plan_versions where id = new.plan_version_id;
  if new.deleted_at is null and is_paying(new.subscription_status) then
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
    from (select billing_today() as today,
      is_paying(new.subscription_status) as is_paying) t;
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
  select price_cents, nullif(currency, after_version.currency) into price_before, other_currency
    from plan_versions where id = old.plan_version_id;
  if old.deleted_at is null and is_paying(old.subscription_status) then
    mrr_before := price_before;
  end if;
  insert into subscription_events (organization_id, kind, plan_before, plan_after, status_before, status_after,
    max_users_before, max_users_after, price_before_cents, price_after_cents, mrr_before_cents, mrr_after_cents,
    currency, currency_before, reason, actor_profile_id, created_at)
  values (new.id, happened, old.plan_type, new.plan_type, old.subscription_status, new.subscription_status,
    old.max_users, new.max_users, price_before, after_version.price_cents, mrr_before, mrr_after,
    after_version.currency, other_currency, nullif(current_setting('app.billing_reason', true), ''),
    nullif(current_setting('app.billing_actor', true), '')::uuid,
    coalesce(nullif(current_setting('app.billing_at', true), '')::timestamptz, now()));
  return null;
end $$;
create or replace trigger organizations_subscription_event
  after insert or update of plan_type, plan_version_id, subscription_status, max_users, deleted_at on organizations
  for each row execute function record_subscription_event();

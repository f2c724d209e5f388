-- Plans whose price and limit change without changing what was agreed with those subscribed already: each
-- organization is on one version of its plan until it is moved.

alter table plans add check (price_cents <= 100000000);
alter table plans add check (length(description) <= 500);
alter table plans add check (cardinality(features) <= 30);
-- Two plans on offer cannot be told apart by anything but their names.
create unique index plans_name on plans (lower(name)) where archived_at is null;

-- The newest version of a plan is what its own row says: what whoever subscribes now gets.
create table plan_versions (
  id uuid primary key default uuid_v7(),
  plan_id uuid not null references plans (id),
  number integer not null check (number > 0),
  price_cents integer not null check (price_cents between 0 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  max_users integer not null check (max_users = -1 or max_users > 0),
  created_at timestamptz not null default now(),
  unique (plan_id, number)
);
insert into plan_versions (plan_id, number, price_cents, currency, max_users)
  select id, 1, price_cents, currency, max_users from plans;

alter table organizations add column plan_version_id uuid references plan_versions (id);
update organizations o set plan_version_id = v.id
  from plans p join plan_versions v on v.plan_id = p.id where p.key = o.plan_type;
alter table organizations alter column plan_version_id set not null;
create index organizations_plan on organizations (plan_type, id) where deleted_at is null;
create index organizations_plan_version on organizations (plan_version_id);

-- Whoever comes to a plan, by whatever statement, gets its newest version. The plan's row is held meanwhile, so that
-- it is neither archived nor gets another version under the newcomer.
create function enter_plan() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  entered plans%rowtype;
begin
  if tg_op = 'UPDATE' and new.plan_type = old.plan_type then
    return new;
  end if;
  select * into entered from plans where key = new.plan_type for share;
  if entered.id is null or entered.archived_at is not null then
    raise exception 'the plan % is not on offer', new.plan_type using errcode = 'foreign_key_violation';
  end if;
  select id into new.plan_version_id from plan_versions
    where plan_id = entered.id order by number desc limit 1;
  return new;
end $$;
create trigger organizations_enter_plan before insert or update of plan_type on organizations
  for each row execute function enter_plan();

-- A decision to move the subscribers of a plan to one of its versions on a day. It is carried out in steps, in the
-- order of the organizations' ids.
create table plan_moves (
  id uuid primary key default uuid_v7(),
  plan_id uuid not null references plans (id),
  version_id uuid not null references plan_versions (id),
  due_on date not null,
  after_organization_id uuid,
  moved integer not null default 0,
  -- Those that use more seats than the version has: they keep theirs.
  kept integer not null default 0,
  done_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index plan_moves_open on plan_moves (plan_id) where done_at is null and canceled_at is null;

grant select on plan_versions to atalaya_tenant;
grant select, insert, update on plan_versions, plan_moves to atalaya_system;

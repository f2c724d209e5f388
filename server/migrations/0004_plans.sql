-- Plans whose price and limit change without changing what was agreed with those subscribed already: each organization is
-- on one version of its plan until it is moved.

create table plans (
  id uuid primary key default uuid_v7(),
  key text not null unique check (key ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null check (length(name) between 1 and 80),
  price_cents integer not null check (price_cents >= 0) check (price_cents <= 100000000),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  description text not null default '' check (length(description) <= 500),
  features text[] not null default '{}' check (cardinality(features) <= 30),
  max_users integer not null check (max_users = -1 or max_users > 0),
  is_popular boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Two plans on offer cannot be told apart by anything but their names.
create unique index plans_name on plans (lower(name)) where archived_at is null;

insert into plans (key, name, price_cents, description, features, max_users, is_popular, position) values
  ('free', 'Free', 0, 'Para empezar', array['Hasta 5 usuarios', 'Soporte por correo'], 5, false, 1),
  ('basic', 'Basic', 2900, 'Para equipos pequeños', array['Hasta 25 usuarios', 'Soporte por correo', 'Informes'], 25, false, 2),
  ('pro', 'Pro', 9900, 'Para equipos que crecen', array['Hasta 100 usuarios', 'Soporte prioritario', 'Informes', 'Registro de auditoría'], 100, true, 3),
  ('enterprise', 'Enterprise', 29900, 'Para toda la organización', array['Usuarios ilimitados', 'Soporte dedicado', 'Informes', 'Registro de auditoría'], -1, false, 4);

-- The newest version of a plan is what its own row says: what a new subscriber gets.
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

grant select on plans to atalaya_tenant;
grant select, insert, update on plans to atalaya_system;
grant select on plan_versions to atalaya_tenant;
grant select, insert, update on plan_versions, plan_moves to atalaya_system;
